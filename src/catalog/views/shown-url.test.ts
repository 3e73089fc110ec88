import { expect, test } from 'vitest';
import { shownUrl } from './shown-url.ts';

test.each([
  'mailto:jane@acme.example',
  'https://acme.example/apply?contact=jane.doe@acme.example&id=1',
  'https://acme.example/apply?contact=jane%40acme.example',
  'https://acme.example/apply?next=%2Fx%3Fto%3Djane%2540acme%252Eexample',
  'https://acme.example/apply/jos%C3%A9@acme.example',
  'https://jane@acme.example/apply',
  'https://acme.example/#jane@bücher.example',
  'tel:+447700900123',
  'SMS:+447700900123',
])('does not show %s', (url) => {
  expect(shownUrl(url)).toBeNull();
});

test.each([
  'https://acme.example/jobs/4477009001',
  'https://blog.example/@jane.doe/post',
  'https://cdn.example/npm/pkg@1.2.3/readme',
  'https://maps.example/@52.5200,13.4050,15z',
  'https://acme.example/jobs/100%25',
  'https://acme.example/K%C3%B6ln',
  'acme.example',
])('shows %s', (url) => {
  expect(shownUrl(url)).toBe(url);
});
