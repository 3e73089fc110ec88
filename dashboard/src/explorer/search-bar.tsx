// The search bar. It suggests searches for the typed words in titles, names and companies, and values from the data;
// suggestions and counts are free. ARIA combobox pattern: arrow keys move, Enter selects, Escape closes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { formatCount } from '../format.ts';
import { account } from '../session.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';
import { freeCall } from './free-count.ts';
import { fullLabel, SEARCH_FIELDS, SEARCHES, type SearchField, type SearchKind } from './search-fields.ts';
import { filtersOf, NOTHING, type SearchQuery } from './search-query.ts';
import { wordValues } from './suggest-values.ts';

interface SearchBarProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly onQuery: (query: SearchQuery) => void;
}

interface Suggested {
  readonly field: SearchField;
  /** The value of the filter: words, or a complete value as `[value]`. */
  readonly value: string;
  readonly text: string;
  readonly count: number | null;
}

/** The fields to search for the typed words, most likely first. Marked fields also suggest values from the data. */
const FIELDS: Readonly<Record<SearchKind, readonly (readonly [path: string, isSuggested: boolean])[]>> = {
  people: [
    ['people.job_title', true],
    ['people.name', false],
    ['company.name', true],
  ],
  companies: [
    ['company.name', true],
    ['company.keywords', false],
    ['company.industry', true],
  ],
  jobs: [
    ['job.title', true],
    ['company.name', true],
  ],
};
const QUIET_MS = 150;
const VALUES_MAX = 5;

function fieldAt(kind: SearchKind, path: string): SearchField {
  return SEARCH_FIELDS[kind].find((field) => field.path === path) as SearchField;
}

/** A suggestion per text field: the typed words in that field. */
function wordsIn(kind: SearchKind, typed: string): readonly Suggested[] {
  return FIELDS[kind]
    .map(([path]) => fieldAt(kind, path))
    .filter(({ filter }) => filter.shape === 'words')
    .map((field) => ({ field, value: typed, text: typed, count: null }));
}

async function counted(kind: SearchKind, suggested: Suggested, signal: AbortSignal): Promise<Suggested> {
  const body = filtersOf(kind, { [suggested.field.path]: { ...NOTHING, include: [suggested.value] } });
  const answer = await freeCall(SEARCHES[kind].countPath, body, { account: account.value, signal });
  return answer.failure ? suggested : { ...suggested, count: (answer.body as { total_results: number }).total_results };
}

async function suggestionsFor(kind: SearchKind, typed: string, signal: AbortSignal): Promise<readonly Suggested[]> {
  const [words, ...values] = await Promise.all([
    Promise.all(wordsIn(kind, typed).map((suggested) => counted(kind, suggested, signal))),
    ...FIELDS[kind]
      .filter(([, isSuggested]) => isSuggested)
      .map(async ([path]) => {
        const field = fieldAt(kind, path);
        const found = await wordValues(path, typed, signal);
        return found.slice(0, VALUES_MAX).map(({ value, count = null }) => ({
          ...{ field, text: value, count },
          value: field.filter.shape === 'words' ? `[${value}]` : value,
        }));
      }),
  ]);
  // An incomplete word has no matches yet, so its completions come first.
  const isEmpty = ({ count }: Suggested) => count === 0;
  return [...words.filter((each) => !isEmpty(each)), ...values.flat(), ...words.filter(isEmpty)];
}

/** Suggestions for the typed text, shortly after the last keystroke; null while the list is closed. */
function useSuggested(kind: SearchKind, typed: string): readonly Suggested[] {
  const [answer, setAnswer] = useState<{ typed: string; list: readonly Suggested[] }>({ typed: '', list: [] });
  const words = typed.trim();
  useEffect(() => {
    if (words === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const list = await suggestionsFor(kind, words, controller.signal);
      if (!controller.signal.aborted) setAnswer({ typed: words, list });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [kind, words]);
  if (words === '') return [];
  // The typed words can be selected at once; counts and values from the data arrive later.
  return answer.typed === words ? answer.list : wordsIn(kind, words);
}

export function SearchBar({ kind, query, onQuery }: SearchBarProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const list = useSuggested(kind, typed);
  const at = Math.min(active, list.length - 1);
  const isShown = isOpen && list.length > 0;
  const take = (suggested: Suggested | undefined) => {
    if (!suggested) return;
    const { path } = suggested.field;
    const before = query[path] ?? NOTHING;
    const include = [...before.include.filter((value) => value !== suggested.value), suggested.value];
    setTyped('');
    setOpen(false);
    onQuery({ ...query, [path]: { ...before, include } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && list.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((at + step + list.length) % list.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(list[at]);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <search class="search-bar">
      <Icon name="search" />
      <input
        ref={box}
        data-search
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={EXPLORER_TEXTS.searchOf(SEARCHES[kind].title)}
        aria-expanded={isShown}
        aria-controls="search-suggestions"
        aria-activedescendant={isShown ? `search-${at}` : undefined}
        placeholder={EXPLORER_TEXTS.searchHint[kind]}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(0);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <kbd>/</kbd>
      <SuggestedList {...{ kind, list, at, isShown, take }} />
    </search>
  );
}

interface SuggestedListProps {
  readonly kind: SearchKind;
  readonly list: readonly Suggested[];
  readonly at: number;
  readonly isShown: boolean;
  readonly take: (suggested: Suggested) => void;
}

function SuggestedList({ kind, list, at, isShown, take }: SuggestedListProps) {
  useEffect(() => document.getElementById(`search-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <div
      id="search-suggestions"
      class="search-list"
      role="listbox"
      aria-label={EXPLORER_TEXTS.suggestions}
      hidden={!isShown}
    >
      {isShown &&
        list.map((suggested, place) => {
          const { field, value, text, count } = suggested;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text box, which keeps the focus
            <div
              key={`${field.path} ${value}`}
              id={`search-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              class="suggestion search-suggestion"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(suggested)}
            >
              <span class="search-field">
                {fullLabel(field, kind)}{' '}
                {field.filter.shape === 'words' && value === text ? EXPLORER_TEXTS.contains : ''}
              </span>
              <span class="search-text">{text}</span>
              {count !== null && <span class="suggestion-count number">{formatCount(count)}</span>}
            </div>
          );
        })}
    </div>
  );
}
