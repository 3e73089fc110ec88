// Texts of the actions on a record: copy, hide, merge, split, forget.
import { formatPlural } from '../format.ts';

interface Erased {
  readonly people: number;
  readonly lines: number;
  readonly stored_answers: number;
  readonly saved: number;
  readonly traces: number;
}

export const RECORD_CHANGE_TEXTS = {
  copyLink: 'Copy link',
  copied: 'Link copied',
  cannotCopy: 'This browser does not allow copying: copy the address of the page.',
  asJson: 'Show as JSON',
  json: 'record as JSON',
  hide: 'Hide',
  hidden: (name: string) => `${name} is hidden from all answers.`,
  shownAgain: (name: string) => `${name} can be found again.`,
  merge: 'Merge…',
  mergeTitle: (name: string) => `Merge with ${name}`,
  mergeAction: 'Merge',
  mergeHint: 'Both become one record, also in later imports. To undo this, split off rows under Origin of the fields.',
  merged: (merged: string, stays: string) => `${merged} is now part of ${stays}. Searches show it in a moment.`,
  other: 'The other record',
  otherHint: 'Its profile URL, or the last part of it',
  isSame: 'This is the same record',
  rows: (count: number) => formatPlural(count, 'row'),
  split: 'Split rows off…',
  splitTitle: (slug: string) => `Split rows off ${slug}`,
  splitAction: 'Split off',
  splitHint: (kind: string) =>
    `The chosen rows become a separate ${kind}, and stay separate when they are imported again. At least one row must remain.`,
  isSplit: (split: string, stays: string) =>
    `Split: ${split} is now a separate record from ${stays}. Searches show it in a moment.`,
  chosen: (count: number) => `${formatPlural(count, 'row')} chosen.`,
  forget: 'Forget…',
  forgetTitle: (name: string) => `Forget ${name}?`,
  forgetAction: 'Erase permanently',
  forgetHint:
    'All rows, addresses and stored answers of this person are erased, a new edition is built, and no import brings the person back. Then every file in the data folder is searched for remaining traces. This can take minutes and cannot be undone. Backups and exports keep the person until you remove them.',
  forgotten: ({ people, lines, stored_answers: answers, saved, traces }: Erased) =>
    `${formatPlural(people, 'person', 'people')} erased, with ${formatPlural(lines, 'line')} of files, ` +
    `${formatPlural(answers, 'stored answer')} and ` +
    `${formatPlural(saved, 'saved record or search', 'saved records and searches')}; ` +
    `${formatPlural(traces, 'trace is', 'traces are')} left.`,
} as const;
