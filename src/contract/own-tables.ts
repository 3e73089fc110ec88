// The tables that Cardfile writes and reads again: files of rejected rows, and results of batches. The end of their
// header identifies them. Their cells are neutralized for spreadsheets (csv-text.ts), and restored when they are read;
// an apostrophe in any other table is part of its text.
import { originalText } from './csv-text.ts';

/** The last column of rejected rows: why the row was rejected. */
export const REASON_NAME = 'reject_reason';

/** The columns that the results of a batch add to those of its input: values of the answer, then status and reason. */
export const RESULT_COLUMNS = { value: 'result.', status: 'status', reason: 'reason' } as const;
/** Before the name of an added column that the input has already, as often as it has it. */
export const ADDED_AGAIN = 'cardfile_';

/** Whether a table is a file of rejected rows, by the cells of its header row. */
export function isRejectTable(headers: readonly string[]): boolean {
  return headers.at(-1)?.trim() === REASON_NAME;
}

const ofAdded = (name: string) => new RegExp(`^(?:${ADDED_AGAIN})*${RegExp.escape(name)}`);
const VALUE = ofAdded(RESULT_COLUMNS.value);
const STATUS = new RegExp(`${ofAdded(RESULT_COLUMNS.status).source}$`);
const REASON = new RegExp(`${ofAdded(RESULT_COLUMNS.reason).source}$`);

/** Whether a table is the result of a batch: a value of the answer, status and reason are its last columns. */
function isResultTable(headers: readonly string[]): boolean {
  const [value = '', status = '', reason = ''] = headers.slice(-3);
  return VALUE.test(value) && STATUS.test(status) && REASON.test(reason);
}

/** Returns the cells of a table as their texts were before they were written, by the cells of its header row. */
export function cellReader(headers: readonly string[]): (cells: readonly string[]) => readonly string[] {
  return isRejectTable(headers) || isResultTable(headers) ? (cells) => cells.map(originalText) : (cells) => cells;
}
