// The initials of a person (round) or a company (square). The name determines one of six tints.

interface AvatarProps {
  readonly name: string;
  readonly isSquare?: boolean;
  readonly isLarge?: boolean;
}

const TINTS = 6;

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''];
  return ([...first][0] ?? '').toUpperCase() + ([...last][0] ?? '').toUpperCase();
}

function tintOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return (sum % TINTS) + 1;
}

/** Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, isSquare = false, isLarge = false }: AvatarProps) {
  const kind = `${isSquare ? 'avatar-square' : ''} ${isLarge ? 'avatar-large' : ''}`;
  return (
    <span class={`avatar avatar-${tintOf(name)} ${kind}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
