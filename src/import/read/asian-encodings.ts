// Recognizes the encodings of Japanese, Korean and Chinese files with two bytes for a character. The whole text must be
// valid, and consist of characters that hardly occur if Western text is read in the encoding.

interface Encoding {
  readonly name: string;
  /** Characters without which the text has another encoding, and the minimum share of them. */
  readonly typical: RegExp;
  readonly typicalMin: number;
}

const KANA = /[\u3041-\u30fc]/gu;
const HANGUL = /[\uac00-\ud7a3]/gu;
/** Characters of the headers and names of business files. */
const SIMPLIFIED = /公司|有限|电话|手机|邮箱|职位|职务|名称|地址|联系|行业/gu;
const TRADITIONAL = /公司|有限|電話|手機|信箱|職稱|職位|名稱|地址|聯絡|行業/gu;
/** A text without kana is Japanese if it has words of Japanese files. */
const JAPANESE = /[\u3041-\u30fc]|会社|株式|氏名|電話|役職|部長|市区|東京/gu;

const ENCODINGS: readonly Encoding[] = [
  { name: 'shift_jis', typical: JAPANESE, typicalMin: 0.05 },
  { name: 'euc-jp', typical: KANA, typicalMin: 0.05 },
  { name: 'euc-kr', typical: HANGUL, typicalMin: 0.9 },
  { name: 'gb18030', typical: SIMPLIFIED, typicalMin: 0.02 },
  { name: 'big5', typical: TRADITIONAL, typicalMin: 0.02 },
];

const CHARACTERS_MIN = 8;
/** Kana, ideographs, Hangul, their punctuation and full-width letters; no half-width kana, which are single bytes. */
const ASIAN = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff60]/gu;
const ASIAN_MIN = 0.97;
/** Bounds the time. Two bytes that are cut at the end of the sample make it invalid, so it ends with a line. */
const SAMPLE_BYTES = 65_536;

/** The encoding of a text; null if it is none of these. */
export function asianEncodingOf(bytes: Buffer): string | null {
  const whole = bytes.length <= SAMPLE_BYTES;
  const sample = whole ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n', SAMPLE_BYTES) + 1);
  return ENCODINGS.find((encoding) => fits(sample, encoding))?.name ?? null;
}

function fits(bytes: Buffer, { name, typical, typicalMin }: Encoding): boolean {
  const text = decoded(bytes, name)?.replace(/[\0-\x7f]+/g, '') ?? '';
  if (text.length < CHARACTERS_MIN) return false;
  const shareOf = (pattern: RegExp) => (text.match(pattern)?.join('').length ?? 0) / text.length;
  return shareOf(ASIAN) >= ASIAN_MIN && shareOf(typical) >= typicalMin;
}

function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
