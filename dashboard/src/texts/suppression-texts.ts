// Texts of the suppression list.
import type { SuppressionKind, SuppressionReason } from '../../../src/contract/suppressions.ts';
import { formatPlural } from '../format.ts';

const KINDS: Readonly<Record<SuppressionKind, { readonly label: string; readonly example: string }>> = {
  person: { label: 'Person', example: 'https://www.network.example/in/erin-williams' },
  company: { label: 'Company', example: 'https://www.network.example/company/braveton' },
  email: { label: 'E-mail address', example: 'erin@braveton.example' },
  phone: { label: 'Phone number', example: '+1 573 555 0156' },
  domain: { label: 'Domain', example: 'braveton.example' },
};

const REASONS: Readonly<Record<SuppressionReason, string>> = {
  objection: 'Objection',
  erasure: 'Erasure',
  wrong_data: 'Wrong data',
  customer: 'Own customer',
  other: 'Other',
};

export const SUPPRESSION_TEXTS = {
  title: 'Suppression list',
  form: 'Add, check or remove',
  kind: 'Kind',
  kinds: KINDS,
  value: 'Value',
  reason: 'Reason',
  reasons: REASONS,
  noReason: 'Not given',
  columns: { kind: 'Kind', entry: 'Entry', reason: 'Reason', added: 'Added', by: 'Added by', actions: 'Actions' },
  /** An entry has no readable value; the beginning of its hash identifies it. */
  entry: (hash: string) => hash.slice(0, 8),
  entryHint: (hash: string) => `The list stores hashes, not values. SHA-256 of the value: ${hash}`,
  notAMember: '–',
  empty: 'The list is empty',
  emptyHint:
    'Add people who object to the use of their data. They disappear from all answers and stay hidden after later imports.',
  hide: 'Hide…',
  hideTitle: 'Hide permanently?',
  hideAction: 'Hide',
  hideHint: 'disappears from all answers now, and stays hidden if it is imported again.',
  hidden: (people: number, companies: number) =>
    `Added. Hidden now: ${formatPlural(people, 'person', 'people')}, ${formatPlural(companies, 'company', 'companies')}.`,
  check: 'Check',
  checkHint: 'Check lists the entries that hide a value, without storing it.',
  isHidden: (entries: number) =>
    `${formatPlural(entries, 'entry', 'entries')} of the list ${entries === 1 ? 'hides' : 'hide'} it:`,
  found: 'Entries that hide it',
  isNotHidden: 'No entry of the list hides it.',
  remove: 'Remove from the list',
  shownAgain: 'Removed from the list. It appears in answers again.',
  wasNotListed: 'It wasn’t on the list.',
  release: 'Show again…',
  releaseOf: (hash: string) => `Show ${hash.slice(0, 8)} again`,
  releaseTitle: 'Take this entry off the list?',
  releaseAction: 'Show again',
  releaseHint:
    'Its value appears in answers again, unless another entry hides it too. The entry is only a hash: to hide the same record again, you need its value.',
} as const;
