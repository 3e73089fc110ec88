// Recognizes files that are neither tables nor JSON by their first bytes, not by name, and states the format and the
// remedy.
import { ImportError } from '../import-error.ts';

/** Number of first bytes that are examined. */
const START_BYTES = 4096;

interface ForeignFormat {
  /** The name of the format with its article. */
  readonly name: string;
  readonly remedy: string;
  /** Whether xlsx.ts reads it from a file. */
  readonly isWorkbook?: true;
  /** Whether a workbook whose start is damaged looks like it. */
  readonly isArchive?: true;
}

const SAVE_AS_XLSX =
  'Open it in a spreadsheet program and save it as .xlsx without a password, or the sheet as CSV (UTF-8)';
const UNPACK = 'Unpack it, and import the files in it';
const EXPORT = 'Export its table as CSV or JSON Lines';

interface Signature extends ForeignFormat {
  /** As Latin 1. */
  readonly magic: string;
  /** Offset in bytes. */
  readonly at?: number;
}

const SIGNATURES: readonly Signature[] = [
  {
    magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    name: 'an old or encrypted Excel workbook (.xls)',
    remedy: SAVE_AS_XLSX,
  },
  { magic: '%PDF-', name: 'a PDF document', remedy: EXPORT },
  { magic: 'BEGIN:VCARD', name: 'a vCard address book', remedy: EXPORT },
  { magic: '{\\rtf', name: 'an RTF document', remedy: EXPORT },
  { magic: '7z\xbc\xaf\x27\x1c', name: 'a 7z archive', remedy: UNPACK },
  { magic: 'Rar!\x1a\x07', name: 'a RAR archive', remedy: UNPACK },
  { magic: 'BZh91AY&SY', name: 'a bzip2 file', remedy: 'Unpack it, or compress it with gzip or zstd instead' },
  { magic: '\xfd7zXZ\0', name: 'an xz file', remedy: 'Unpack it, or compress it with gzip or zstd instead' },
  { magic: '\x1f\x8b', name: 'a file that is compressed twice', remedy: 'Unpack it once' },
  { magic: '\x28\xb5\x2f\xfd', name: 'a file that is compressed twice', remedy: 'Unpack it once' },
  { magic: 'ustar', at: 257, name: 'a tar archive', remedy: UNPACK },
  { magic: 'SQLite format 3\0', name: 'an SQLite database', remedy: EXPORT },
  { magic: 'Obj\x01', name: 'an Avro file', remedy: EXPORT },
  { magic: 'ARROW1\0\0', name: 'an Arrow file', remedy: 'Save it as Parquet' },
  {
    magic: 'PAR1',
    name: 'Parquet, which can be read only from a file',
    remedy: 'Unpack it into a file, and name that file',
  },
  { magic: '\x89PNG', name: 'a picture (PNG)', remedy: EXPORT },
  { magic: '\xff\xd8\xff', name: 'a picture (JPEG)', remedy: EXPORT },
  { magic: 'GIF89a', name: 'a picture (GIF)', remedy: EXPORT },
];

const WORKBOOK: ForeignFormat = {
  name: 'an Excel workbook (.xlsx), which can be read only from a file',
  remedy: 'Save it to a file without further compression, and name that file',
  isWorkbook: true,
};
const OPEN_DOCUMENT = { name: 'an OpenDocument file (.ods)', remedy: SAVE_AS_XLSX };
const OTHER_OFFICE = { name: 'an Office file, but not an .xlsx workbook', remedy: SAVE_AS_XLSX };
const ARCHIVE: ForeignFormat = { name: 'a ZIP archive', remedy: UNPACK, isArchive: true };
const SHORT_ZIP: ForeignFormat = {
  name: 'a ZIP archive or a workbook',
  remedy: 'Export it as CSV or JSON Lines, or unpack it',
  isArchive: true,
};
const HTML = { name: 'an HTML page', remedy: EXPORT };
const XML = { name: 'an XML file', remedy: EXPORT };
const BINARY = { name: 'not text: most of its first bytes are not characters', remedy: EXPORT };
const DAMAGED_WORKBOOK = {
  name: 'not a workbook, although its name ends in .xlsx: it is damaged, or another kind of file',
  remedy: SAVE_AS_XLSX,
};

const ZIP = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
/** Length of a ZIP header before the name of the first file. */
const ZIP_HEADER_BYTES = 30;
/** Names of the first files in an archive. Names are not compressed. */
const WORKBOOK_PART = /\[Content_Types\]\.xml|xl\/|_rels\/\.rels|docProps\//;
const OPEN_DOCUMENT_PART = /mimetypeapplication\/vnd\.oasis\.opendocument/;
const HTML_START = /^<(?:!doctype\s+html|html|head|body|table|meta|title|script|style|div|p|span|h\d|!--)[\s>-]/i;
const XML_START = /^<(?:\?xml|!doctype|[a-z_][\w:.-]*(?:\s[^<>]*)?\/?>)/i;
/** Control characters that no text contains. Control characters that serve as delimiters are not included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
const NO_CHARACTER = /[\x00\x02-\x08\x0e-\x1a\x1c\x1e\x7f]/g;
/** Random bytes have a tenth of them. */
const NO_CHARACTERS_SHARE_MAX = 0.05;
const WORKBOOK_NAME = /\.xlsx$/i;

/** The format by the signature of the raw bytes, before any decoding; null if there is none. */
export function foreignBySignature(bytes: Buffer): ForeignFormat | null {
  const start = bytes.toString('latin1', 0, START_BYTES);
  const known = SIGNATURES.find(({ magic, at = 0 }) => start.startsWith(magic, at));
  if (known || !ZIP.some((magic) => start.startsWith(magic))) return known ?? null;
  if (start.length <= ZIP_HEADER_BYTES) return SHORT_ZIP;
  if (OPEN_DOCUMENT_PART.test(start)) return OPEN_DOCUMENT;
  if (/(?:word|ppt)\/|xl\/workbook\.bin/.test(start)) return OTHER_OFFICE;
  return WORKBOOK_PART.test(start) ? WORKBOOK : ARCHIVE;
}

/** The format of UTF-8 text that is neither JSON nor a table; null if it may be one of these. */
export function foreignFormat(head: Buffer): ForeignFormat | null {
  const known = foreignBySignature(head);
  if (known) return known;
  const start = head.toString('latin1', 0, START_BYTES);
  const text = start.replace(/^(?:\xef\xbb\xbf)?\s+/, '').slice(0, 500);
  if (HTML_START.test(text)) return HTML;
  if (XML_START.test(text)) return /<html[\s>]/i.test(start) ? HTML : XML;
  // By characters: the bytes of another encoding became two or three each.
  const characters = head.toString('utf8', 0, START_BYTES);
  const strange = characters.match(NO_CHARACTER)?.length ?? 0;
  return strange > characters.length * NO_CHARACTERS_SHARE_MAX ? BINARY : null;
}

/** True if the name is that of a workbook. Some programs give it to a CSV file. */
export const isNamedWorkbook = (path: string): boolean => WORKBOOK_NAME.test(path);

/**
 * Throws the ImportError of a file that is named as a workbook, but is neither that nor a table: it has characters that
 * no text contains, or no columns that are known.
 */
export function rejectDamagedWorkbook(path: string, head: Buffer, isTable: boolean): void {
  if (isNamedWorkbook(path) && (!isTable || head.toString('utf8', 0, START_BYTES).search(NO_CHARACTER) >= 0))
    rejectForeign(path, DAMAGED_WORKBOOK);
}

/** Throws an ImportError with the format and the remedy, unless the format is null. */
export function rejectForeign(path: string, foreign: ForeignFormat | null): void {
  if (foreign === null) return;
  const { name, remedy } = foreign;
  const stop = { file: path, line: null, problem: `it is ${name}`, remedy: `${remedy}; nothing was imported.` };
  throw new ImportError({ ...stop, isForeign: true });
}
