import { expect, it } from 'vitest';
import { splitGeneration } from './generations.ts';

const generationOf = (name: string) => splitGeneration(name, (word) => ['dr', 'mba'].includes(word)).generation;

it.each([
  ['John Doe Jr.', 'junior'],
  ['Doe Jr., John', 'junior'],
  ['John Doe Sr', 'senior'],
  ['John Doe III', 'iii'],
  ['John Doe II, MBA', 'ii'],
  ['Hans Roeder sen.', 'senior'],
  ['Hans Roeder jun', 'junior'],
  ['Roeder jun.', 'junior'],
  ['Hans Roeder, Jun', 'junior'],
  ['Paulo Tavarez Júnior', 'junior'],
  ['Paulo Tavarez Neto', 'neto'],
  ['Paulo Tavarez Filho', 'filho'],
])('%s has the generation %s', (name, generation) => {
  expect(generationOf(name)).toBe(generation);
});

it.each([
  ...[
    'Cho Tae-jun',
    'Tae-jun Cho',
    'Cho Tae Jun',
    'CHO TAE JUN',
    'cho tae jun',
    'Li Jun',
    'Rupa Sen',
    'Anil Kumar Sen',
  ],
  ...['Junior Costa', 'Paulo Junior', 'Rui Neto', 'John Doe', 'Carlos Alberto Junior Costa'],
])('%s has no generation', (name) => {
  expect(splitGeneration(name, () => false)).toEqual({ own: name, generation: null });
});

it('leaves the name without its generation, unless that is a surname too', () => {
  const ownOf = (name: string) => splitGeneration(name, () => false).own.trim();
  expect(ownOf('Hans Roeder Junior')).toBe('Hans Roeder');
  expect(ownOf('Paulo Tavarez Neto')).toBe('Paulo Tavarez Neto');
});
