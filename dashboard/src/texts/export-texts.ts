// Texts of the export dialog of a search.
import { formatCount, formatPlural } from '../format.ts';
import { recordsText } from './explorer-texts.ts';

type Kind = Parameters<typeof recordsText>[0];

export const EXPORT_TEXTS = {
  title: (records: string) => `Export ${records.toLowerCase()}`,
  contacts: 'Contacts',
  contactKinds: { email: 'Work e-mail', phone: 'Phone' },
  starting: 'Starting',
  loading: (done: number, all: number) => `${formatCount(done)} of ${formatPlural(all, 'record')}`,
  revealing: (contact: string) => `${contact}: revealing`,
  rowsSaved: (rows: number) => `${formatPlural(rows, 'row')} saved`,
  stop: 'Stop',
  stopHint: 'Paid rows are kept: the next export continues.',
  saved: 'Saved. Exporting the same rows again is free.',
  unlimited: 'The plan is unlimited.',
  left: (credits: number) => `${formatPlural(credits, 'credit is', 'credits are')} left.`,
  isShort: 'This can cost more credits than are left. Export fewer rows.',
  action: (kind: Kind, rows: number) => `Export ${recordsText(kind, rows)}`,
  free: 'free',
  price: (credits: number, isAtMost: boolean) => `${isAtMost ? 'at most ' : ''}${formatPlural(credits, 'credit')}`,
  close: 'Close',
  allPaid: (records: string) => `${records}, all paid already.`,
  pages: (pages: number, size: number) => `${formatPlural(pages, 'page')} of ${size}`,
  contactsCost: (contacts: number) => `up to ${formatPlural(contacts, 'contact')}, charged where found`,
  cost: (records: string, parts: readonly string[]) => `${records}: ${parts.join(', ')}.`,
  rows: 'Rows',
  selected: (rows: number) => `Selected (${formatCount(rows)})`,
  paid: (rows: number) => `Paid so far (${formatCount(rows)})`,
  first: (rows: number) => `First rows (${formatPlural(rows, 'matches', 'match')})`,
  rowCount: 'Number of rows',
  columns: 'Columns',
} as const;
