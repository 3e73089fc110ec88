// Replaces full-width letters, digits and signs of East Asian keyboards (`１２`, `＠`) by their ASCII forms.

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const DISTANCE = 0xff01 - 0x21;

/**
 * The text with ASCII in place of full-width characters. Other compatibility forms, such as `½` and `²`, do not change.
 */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (letter) => String.fromCharCode(letter.charCodeAt(0) - DISTANCE));
}
