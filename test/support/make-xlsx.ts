// Excel workbooks for tests, written part by part.
import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive with these files. `claims` declares false sizes. */
export function makeZip(
  files: Readonly<Record<string, string>>,
  claims: Readonly<Record<string, number>> = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claims[name] ?? bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, facts, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entries, end]);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface SheetText {
  readonly name: string;
  /** The XML inside `sheetData`. */
  readonly rows: string;
  readonly state?: string;
  /** Ranges of merged cells, such as `A2:A4`. */
  readonly merged?: readonly string[];
  /** Cells with a link and its target. */
  readonly links?: Readonly<Record<string, string>>;
}

interface WorkbookText {
  readonly sheets: readonly SheetText[];
  /** The XML of the shared texts: `<si>…</si>`. */
  readonly texts?: string;
  readonly isFrom1904?: boolean;
}

const mergedXml = (ranges: readonly string[]) =>
  ranges.length === 0 ? '' : `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;

const linksXml = (links: Readonly<Record<string, string>>) => {
  const tags = Object.keys(links).map((ref, index) => `<hyperlink ref="${ref}" r:id="rId${index + 1}" display="x"/>`);
  return tags.length === 0 ? '' : `<hyperlinks xmlns:r="${RELATIONS}">${tags.join('')}</hyperlinks>`;
};

const linkRelations = (links: Readonly<Record<string, string>>) => {
  const tags = Object.values(links).map(
    (target, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/hyperlink" Target="${target}" TargetMode="External"/>`,
  );
  return `${HEAD}<Relationships>${tags.join('')}</Relationships>`;
};

/** The parts of a workbook. Style 1 is a built-in date, style 2 the format `dd.mm.yyyy hh:mm`, style 4 `00000`. */
export function workbookParts({ sheets, texts = '', isFrom1904 = false }: WorkbookText): Record<string, string> {
  const listed = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
  );
  const related = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/s${index}.xml"/>`,
  );
  return {
    '[Content_Types].xml': `${HEAD}<Types/>`,
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${related.join('')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy hh:mm"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${texts}</sst>`,
    ...Object.fromEntries(
      sheets.flatMap(({ rows, merged = [], links = {} }, index) => [
        [
          `xl/worksheets/s${index}.xml`,
          `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData>${mergedXml(merged)}${linksXml(links)}</worksheet>`,
        ],
        [`xl/worksheets/_rels/s${index}.xml.rels`, linkRelations(links)],
      ]),
    ),
  };
}

/** A workbook of these sheets. */
export const makeXlsx = (workbook: WorkbookText): Buffer => makeZip(workbookParts(workbook));

/** A row of texts in the cells themselves. */
export const textRow = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
