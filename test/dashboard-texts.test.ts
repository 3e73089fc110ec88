// The texts of the dashboard are in one catalogue, dashboard/src/texts: no screen has words of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../dashboard/src/', import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/** Properties with texts for readers, of columns, options and menus. */
const TEXT_PROPERTIES = new Set(['title', 'label', 'hint', 'lead', 'caption', 'placeholder', 'header', 'empty']);

/** Attributes with texts for readers or screen readers. */
const TEXT_ATTRIBUTES = new Set([
  ...TEXT_PROPERTIES,
  ...['note', 'action', 'alt', 'what', 'none'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
]);

/** Elements whose `name` is a text for readers; other names are identifiers. */
const NAMED_ELEMENTS = new Set(['Fact', 'Figure']);

/** Functions whose arguments are shown or announced: the arguments from the first index to before the second. */
const SPEAKING: Readonly<Record<string, readonly [number, number]>> = {
  announce: [0, 1],
  notify: [0, 1],
  notifyUndoable: [0, 1],
  formatPlural: [1, 3],
};

/** Elements with the names of keys of the keyboard, or with code. */
const WITHOUT_WORDS = new Set(['code', 'kbd', 'pre']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  return isNode(value) ? [value] : [];
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Literal') return String(node['value']);
  return typeof node['name'] === 'string' ? node['name'] : nameOf(node['name']);
};

/** Literals with letters that an expression can result in. */
function wordsOf(node: unknown): { readonly at: number; readonly text: string }[] {
  if (!isNode(node)) return [];
  const both = (...members: readonly string[]) => members.flatMap((member) => wordsOf(node[member]));
  const text = (value: unknown) =>
    typeof value === 'string' && /\p{L}/u.test(value) ? [{ at: node.start, text: value.trim() }] : [];
  switch (node.type) {
    case 'Literal':
    case 'JSXText':
      return text(node['value']);
    case 'TemplateLiteral':
      return [
        ...nodesOf(node['quasis']).flatMap((part) => text((part['value'] as { readonly cooked: string }).cooked)),
        ...nodesOf(node['expressions']).flatMap(wordsOf),
      ];
    case 'ConditionalExpression':
      return both('consequent', 'alternate');
    case 'LogicalExpression':
      return node['operator'] === '&&' ? both('right') : both('left', 'right');
    case 'BinaryExpression':
      return node['operator'] === '+' ? both('left', 'right') : [];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return both('expression');
    default:
      return [];
  }
}

/** The words that a node shows itself, without the words of inner nodes. */
function shownBy(node: Node): ReturnType<typeof wordsOf> {
  switch (node.type) {
    case 'JSXElement': {
      const element = nameOf((node['openingElement'] as Node)['name']);
      const named = nodesOf((node['openingElement'] as Node)['attributes']).filter(
        (attribute) =>
          TEXT_ATTRIBUTES.has(nameOf(attribute['name'])) ||
          (NAMED_ELEMENTS.has(element) && nameOf(attribute['name']) === 'name'),
      );
      const children = WITHOUT_WORDS.has(element) ? [] : nodesOf(node['children']);
      return [...named.flatMap((attribute) => wordsOf(attribute['value'])), ...children.flatMap(wordsOf)];
    }
    case 'JSXFragment':
      return nodesOf(node['children']).flatMap(wordsOf);
    case 'Property':
      return TEXT_PROPERTIES.has(nameOf(node['key'])) ? wordsOf(node['value']) : [];
    case 'CallExpression':
      return nodesOf(node['arguments'])
        .slice(...(SPEAKING[nameOf(node['callee'])] ?? [0, 0]))
        .flatMap(wordsOf);
    default:
      return [];
  }
}

/** `line: words` of each inline text of a source. */
function inlineTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  const found: string[] = [];
  const visit = (node: Node): void => {
    for (const { at, text } of shownBy(node)) found.push(`${file}:${source.slice(0, at).split('\n').length}: ${text}`);
    for (const member of Object.values(node)) for (const inner of nodesOf(member)) visit(inner);
  };
  visit(program as unknown as Node);
  return found;
}

describe('the texts of the dashboard', () => {
  it('are in the catalogue of texts, not in the screens', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/^texts\/|\.test\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => inlineTexts(file, readFileSync(folder + file, 'utf8')))).toEqual([]);
  });

  it.each([
    ['<p>No calls</p>', ['No calls']],
    [`<p>{isOn ? <b>{1}</b> : \`Since \${at}\`}</p>`, ['Since']],
    ['<>{count > 0 && "some"}</>', ['some']],
    ['<Card title="Calls" class="wide" />', ['Calls']],
    ['<Figure name="Rows" />', ['Rows']],
    ['columns([{ key: "at", title: "Time" }])', ['Time']],
    [`notify(\`\${name} is removed.\`, "bad")`, ['is removed.']],
    ['<b>{formatPlural(count, "person", "people")}</b>', ['person', 'people']],
    ['<Icon name="upload" />', []],
    ['<p class={isOn ? "on" : "off"}>{TEXTS.calls} · {count}%</p>', []],
    ['<kbd>Ctrl K</kbd>', []],
    ['<Card title={state === "finished" ? TEXTS.done : TEXTS.open} />', []],
  ])('are found in %s: %j', (source, texts) => {
    expect(inlineTexts('screen.tsx', source)).toEqual(texts.map((text) => `screen.tsx:1: ${text}`));
  });
});
