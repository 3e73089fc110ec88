// The tables that Cardfile writes and can read again: files of rejected rows, and results of batches. They are
// recognized by the last columns of their header. Their cells are neutralized for spreadsheets (csv-text.ts) and
// restored on reading; in any other table an apostrophe is part of the text.
import { originalText } from './csv-text.ts';

/** The last column of a file of rejected rows: the reason for rejection. */
export const REASON_NAME = 'reject_reason';

/** The columns that batch results add to those of the input: values of the answer, then status and reason. */
export const RESULT_COLUMNS = { value: 'result.', status: 'status', reason: 'reason' } as const;
/** Prefix of an added column whose name exists in the input; repeated until the name is unique. */
export const ADDED_AGAIN = 'cardfile_';

/** Whether a table is a file of rejected rows, judged by its header row. */
export function isRejectTable(headers: readonly string[]): boolean {
  return headers.at(-1)?.trim() === REASON_NAME;
}

const ofAdded = (name: string) => new RegExp(`^(?:${ADDED_AGAIN})*${RegExp.escape(name)}`);
const VALUE = ofAdded(RESULT_COLUMNS.value);
const STATUS = new RegExp(`${ofAdded(RESULT_COLUMNS.status).source}$`);
const REASON = new RegExp(`${ofAdded(RESULT_COLUMNS.reason).source}$`);

/** Whether a table is a batch result: its last columns are values of the answer, status and reason. */
function isResultTable(headers: readonly string[]): boolean {
  const [value = '', status = '', reason = ''] = headers.slice(-3);
  return VALUE.test(value) && STATUS.test(status) && REASON.test(reason);
}

/** Returns a function that restores the original texts of a row's cells, chosen by the header row. */
export function cellReader(headers: readonly string[]): (cells: readonly string[]) => readonly string[] {
  return isRejectTable(headers) || isResultTable(headers) ? (cells) => cells.map(originalText) : (cells) => cells;
}
