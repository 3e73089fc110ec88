// Reads the parts of an Excel workbook other than its sheets: the names of the sheets, the shared texts, and the styles
// of numbers. Each part is read as a stream of XML events.
import { text as textOf } from 'node:stream/consumers';
import sax from 'sax';
import type { ZipParts } from './zip-parts.ts';

/** Maximum length of all shared texts, in characters: a memory bound far above files of people. */
const SHARED_TEXT_MAX = 200_000_000;
/** Workbook, relations and styles are small files. */
const SMALL_PART_BYTES_MAX = 50_000_000;
/** Built-in number formats that show days or times. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

export interface Sheet {
  readonly name: string;
  /** Path in the archive. */
  readonly part: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Whether day 0 is 1904-01-01 (old Macs), not 1899-12-30. */
  readonly isFrom1904: boolean;
}

type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** The name without its namespace prefix. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** A parser that calls the handlers and throws for text that is not XML. Entities of a DTD are not expanded. */
export function xmlParser({ open, close, text }: XmlHandlers): { write(chunk: string): void; end(): void } {
  const parser = sax.parser(true, { position: false });
  parser.onopentag = ({ name, attributes }) => open?.(localName(name), attributes as Attributes);
  parser.onclosetag = (name) => close?.(localName(name));
  parser.ontext = (part) => text?.(part);
  parser.oncdata = (part) => text?.(part);
  parser.onerror = (error) => {
    throw new Error(`it is not valid XML (${error.message.split('\n', 1)[0]})`);
  };
  return { write: (chunk) => void parser.write(chunk), end: () => void parser.close() };
}

/** Reads a small part in one piece; does nothing if the archive lacks it. */
export async function readSmallPart(zip: ZipParts, name: string, handlers: XmlHandlers): Promise<void> {
  if (!zip.has(name)) return;
  const parser = xmlParser(handlers);
  parser.write(await textOf(await zip.stream(name, SMALL_PART_BYTES_MAX)));
  parser.end();
}

/** The sheets in their order. */
export async function readWorkbook(zip: ZipParts): Promise<Workbook> {
  const targets = new Map<string, string>();
  await readSmallPart(zip, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, partOf(Target));
    },
  });
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  await readSmallPart(zip, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const part = targets.get(attributes['r:id'] ?? '') ?? `xl/worksheets/sheet${sheets.length + 1}.xml`;
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      sheets.push({ name: attributes['name'] ?? '', part, isHidden });
    },
  });
  return { sheets: sheets.filter(({ part }) => zip.has(part)), isFrom1904 };
}

/** `worksheets/sheet1.xml` and `/xl/worksheets/sheet1.xml` are the same part. */
const partOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

/** How cells of a style show their numbers. */
export interface NumberStyle {
  /** Whether numbers of this style are days or times. */
  readonly isDate: boolean;
  /** Minimum number of digits, as in `00000`; 0 if the style has none. */
  readonly digits: number;
}

/** By the number of a style. */
export async function readNumberStyles(zip: ZipParts): Promise<readonly NumberStyle[]> {
  const formats = new Map<number, NumberStyle>([...DATE_FORMATS].map((format) => [format, DATE]));
  const styles: NumberStyle[] = [];
  let isOfCells = false;
  await readSmallPart(zip, 'xl/styles.xml', {
    open: (name, attributes) => {
      const format = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') formats.set(format, styleOf(attributes['formatCode'] ?? '', formats.get(format)));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(formats.get(format) ?? PLAIN);
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

const PLAIN: NumberStyle = { isDate: false, digits: 0 };
const DATE: NumberStyle = { isDate: true, digits: 0 };

/** A built-in date format is a date, whatever its format code. */
const styleOf = (code: string, known = PLAIN): NumberStyle =>
  known.isDate || showsDate(code) ? DATE : { isDate: false, digits: /^0{2,32}$/.exec(code)?.[0].length ?? 0 };

/** A format such as `dd.mm.yyyy`: letters for days and times outside quotes, brackets and escapes. */
const showsDate = (code: string) =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '').split(';', 1)[0] ?? '');

/**
 * Restores characters that XML cannot contain. They are stored as `_x000D_`, for example, and a literal `_x000D_` as
 * `_x005F_x000D_`.
 */
export const unescapedText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The texts that cells refer to by number, without the phonetic reading aids of Japanese (`rPh`). */
export async function readSharedTexts(zip: ZipParts): Promise<readonly string[]> {
  const texts: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return texts;
  let length = 0;
  let current = '';
  let isText = false;
  let isAid = false;
  const parser = xmlParser({
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') isAid = true;
      else if (name === 't') isText = !isAid;
    },
    text: (part) => {
      if (!isText) return;
      current += part;
      length += part.length;
      if (length > SHARED_TEXT_MAX) throw new Error('its texts are too long to be read at once: save it as CSV');
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isAid = false;
      else if (name === 'si') texts.push(unescapedText(current));
    },
  });
  for await (const chunk of (await zip.stream('xl/sharedStrings.xml')).setEncoding('utf8'))
    parser.write(chunk as string);
  parser.end();
  return texts;
}
