// node bench/identity.ts
// Accuracy of entity resolution for companies, on listings whose `isin` is the truth: prints the figures of
// docs/identity.md.
import { hasListedCompanies, measureIdentity } from '../test/support/identity-measure.ts';
import { readFlags } from './support/flags.ts';

readFlags({});

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

if (hasListedCompanies()) {
  const { rows, pairs, precision, recall, wrong, missed } = await measureIdentity();
  console.log(
    [
      '| rows with an isin | pairs of one isin | precision | recall |',
      '|---:|---:|---:|---:|',
      `| ${rows} | ${pairs} | ${percent(precision)} | ${percent(recall)} |`,
      '',
      'Matched with different isin:',
      ...wrong.map((pair) => `- ${pair}`),
      '',
      'Not matched:',
      ...missed.map((pair) => `- ${pair}`),
    ].join('\n'),
  );
}
