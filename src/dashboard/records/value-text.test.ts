import { expect, test } from 'vitest';
import { valueText } from './value-text.ts';

test('a field is shown as text without its empty members', () => {
  expect(valueText('Erin Lane')).toBe('Erin Lane');
  expect(valueText(12)).toBe('12');
  expect(valueText(['Sales', 'Law'])).toBe('Sales; Law');
  const place = { city: 'Vienna', state_code: null, country_code: 'AT' };
  const positions = [
    { job_title: 'Chef', job_end_date: null, job_is_current: true, job_location: place },
    { job_title: 'Cook', job_end_date: '2019-12', job_is_current: false, job_location: null },
  ];
  expect(valueText(positions)).toBe(
    'job_title: Chef, job_is_current: true, job_location: (city: Vienna, country_code: AT); ' +
      'job_title: Cook, job_end_date: 2019-12, job_is_current: false',
  );
});
