// Fictitious phone numbers: uses only ranges that a regulator reserves for fiction. phone-ranges.json names the source
// of each.
import ranges from './phone-ranges.json' with { type: 'json' };
import { words } from './random.ts';

/** At most 100 successive numbers. */
interface Block {
  /** With `+` and country code. */
  readonly prefix: string;
  readonly first: number;
  readonly size: number;
  /** Digits after the prefix. */
  readonly width: number;
  readonly mobile: boolean;
}

interface ReservedPhone {
  /** E.164 with `+`. */
  readonly phone: string;
  readonly mobile: boolean;
}

const BLOCK_SIZE = 100;

/** `+44 20 79460000-999`: the range from the last digits of the number to the given ones. */
function blocksOf(text: string, mobile: boolean): Block[] {
  const [number = '', lastDigits = ''] = text.replaceAll(' ', '').split('-');
  const width = lastDigits.length;
  const prefix = number.slice(0, -width);
  const blocks: Block[] = [];
  const last = Number(lastDigits);
  for (let first = Number(number.slice(-width)); first <= last; first += BLOCK_SIZE) {
    blocks.push({ prefix, first, size: Math.min(BLOCK_SIZE, last - first + 1), width, mobile });
  }
  return blocks;
}

function blocksByCountry(): Map<string, Block[]> {
  const { areas, exchange, from, to } = ranges.northAmerica;
  const blocks = new Map<string, Block[]>();
  for (const [country, codes] of Object.entries(areas)) {
    // A North American number does not show whether it is mobile: every second area code is used as mobile.
    const ofAreas = words(codes).map((area, nth) => blocksOf(`+1${area}${exchange}${from}-${to}`, nth % 2 === 0));
    blocks.set(country, ofAreas.flat());
  }
  for (const { country, kind, numbers } of ranges.ranges) {
    const added = words(numbers).flatMap((text) => blocksOf(text, kind === 'mobile'));
    blocks.set(country, [...(blocks.get(country) ?? []), ...added]);
  }
  return blocks;
}

const BLOCKS = blocksByCountry();
const ALL_BLOCKS = [...BLOCKS.values()].flat();

/** The reserved number for a 32-bit `draw`: of the country, or of any country if it has none reserved. */
export function reservedPhone(draw: number, country: string): ReservedPhone {
  const blocks = BLOCKS.get(country) ?? ALL_BLOCKS;
  const block = blocks[draw % blocks.length]!;
  const offset = Math.floor(draw / blocks.length) % block.size;
  return { phone: block.prefix + String(block.first + offset).padStart(block.width, '0'), mobile: block.mobile };
}
