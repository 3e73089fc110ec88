// Analyses the position of a caret in incomplete JSON text: the enclosing containers, the token at the caret, and the
// expected token. Pure.

/** An object or list that is not closed before the caret. */
export interface Container {
  readonly kind: 'object' | 'array';
  /** Key of the value at the caret; null in lists and in incomplete members. */
  readonly key: string | null;
}

export interface JsonPosition {
  /** From outermost to innermost. */
  readonly path: readonly Container[];
  /** Role of the token at the caret; `next`: another member or entry after a missing comma. */
  readonly expects: 'key' | 'value' | 'next' | 'nothing';
  /** Range of the token at or before the caret, and its text before the caret without quotes. */
  readonly from: number;
  readonly to: number;
  readonly typed: string;
  /** Keys of the innermost object, except the token at the caret. */
  readonly keys: readonly string[];
}

interface Open {
  readonly kind: Container['kind'];
  key: string | null;
  expects: 'key' | 'colon' | 'value' | 'comma';
  readonly keys: { readonly name: string; readonly from: number }[];
}

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

const isMark = (text: string) => /^[{}[\],:]$/.test(text);
const bare = (text: string) => text.replace(/^"/, '').replace(/"$/, '');

/** Records in the innermost container that a value has ended. */
function endValue(stack: Open[]): void {
  const top = stack.at(-1);
  if (top) top.expects = 'comma';
}

function readMark(stack: Open[], text: string): void {
  const top = stack.at(-1);
  if (text === '{' || text === '[') {
    const kind = text === '{' ? 'object' : 'array';
    stack.push({ kind, key: null, expects: kind === 'object' ? 'key' : 'value', keys: [] });
  } else if (text === '}' || text === ']') {
    stack.pop();
    endValue(stack);
  } else if (top && text === ':') top.expects = 'value';
  else if (top && text === ',') {
    top.expects = top.kind === 'object' ? 'key' : 'value';
    top.key = null;
  }
}

function readToken(stack: Open[], { text, from }: Token): void {
  const top = stack.at(-1);
  if (isMark(text)) readMark(stack, text);
  else if (top?.kind === 'object' && (top.expects === 'key' || (top.expects === 'comma' && text.startsWith('"')))) {
    top.key = bare(text);
    top.keys.push({ name: top.key, from });
    top.expects = 'colon';
  } else endValue(stack);
}

/** Keys of the innermost container after the caret, up to its end. */
function laterKeys(tokens: readonly Token[], first: Open): readonly string[] {
  const stack = [{ ...first, keys: [] as Open['keys'] }];
  const [own] = stack;
  for (const token of tokens) {
    readToken(stack, token);
    if (stack.length === 0) break;
  }
  return own?.keys.map(({ name }) => name) ?? [];
}

export function jsonPosition(text: string, caret: number): JsonPosition {
  const tokens = [...text.matchAll(TOKEN)].map(([token], index, all) => {
    const from = (all[index] as RegExpExecArray).index;
    return { text: token, from, to: from + token.length };
  });
  const isClosed = ({ text: token }: Token) => token.length > 1 && token.startsWith('"') && token.endsWith('"');
  const isAt = (token: Token) =>
    !isMark(token.text) && token.from < caret && (caret < token.to || (caret === token.to && !isClosed(token)));
  const stack: Open[] = [];
  for (const token of tokens) {
    if (token.to > caret || isAt(token)) break;
    readToken(stack, token);
  }
  const at = tokens.find(isAt);
  const top = stack.at(-1);
  const place = { from: at?.from ?? caret, to: at?.to ?? caret, typed: at ? bare(text.slice(at.from, caret)) : '' };
  const path = stack.map(({ kind, key }) => ({ kind, key }));
  if (!top || top.expects === 'colon') return { path, expects: 'nothing', ...place, keys: [] };
  const expects = top.expects === 'comma' ? 'next' : top.expects;
  const later = tokens.filter((token) => token.from >= caret && token !== at);
  const keys =
    top.kind === 'object'
      ? [...top.keys.map(({ name }) => name), ...laterKeys(later, { ...top, expects: 'comma' })]
      : [];
  return { path, expects, ...place, keys };
}
