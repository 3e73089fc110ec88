// Texts of shared components: tables, dialogs, fields, messages.
import { formatCount, formatPlural } from '../format.ts';

export const TABLE_TEXTS = {
  none: 'No entries yet.',
  noMatch: 'No rows match.',
  filter: 'Filter…',
  filterOf: (caption: string) => `Filter ${caption}`,
  rows: (shown: number, all: number) =>
    shown === all ? formatPlural(all, 'row') : `${formatCount(shown)} of ${formatPlural(all, 'row')}`,
  csv: 'CSV',
  csvOf: (caption: string) => `Export ${caption} as CSV`,
} as const;

/** For a call without an HTTP status. */
export const STATUS_TEXTS = { none: 'none' } as const;

export const CHART_TEXTS = {
  asTable: 'As table',
  time: 'Time',
  drawing: (title: string) => `${title}: chart. The numbers are in the table.`,
} as const;

export const DIALOG_TEXTS = {
  cancel: 'Cancel',
  close: 'Close',
} as const;

export const REMOVAL_TEXTS = {
  wasGone: 'It was gone already.',
} as const;

export const NOTICE_TEXTS = {
  undo: 'Undo',
  close: 'Close message',
} as const;

export const COPY_TEXTS = {
  copy: (content: string) => `Copy ${content}`,
  copied: 'Copied',
  isCopied: (content: string) => `${content} copied`,
  notAllowed: 'This browser does not allow copying: select the text and copy it manually.',
} as const;

export const FIELD_TEXTS = {
  name: 'Name',
  remove: (value: string) => `Remove ${value}`,
  added: (value: string, label: string) => `${value} added to ${label}`,
  removed: (value: string, label: string) => `${value} removed from ${label}`,
  suggestionsFor: (label: string) => `Suggestions for ${label}`,
  dropFile: 'Drop a file here, or',
  chooseFile: 'Choose a file',
} as const;

export const PAGE_TEXTS = {
  product: 'Cardfile',
  documentTitle: (title: string) => `${title} · Cardfile`,
} as const;
