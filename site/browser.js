// The documentation site in the browser: its search, and its menu on small screens. The search index is a script that
// is loaded with the first input, so that it also works for files opened from a disk.
import MiniSearch from 'minisearch';

const FOUND_MAX = 12;

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const { index = '', root = '' } = script.dataset;
const input = /** @type {HTMLInputElement} */ (document.getElementById('search'));
const list = /** @type {HTMLOListElement} */ (document.getElementById('found'));

/** @type {Promise<MiniSearch> | undefined} */
let loaded;

/** Loads the index once. */
function load() {
  loaded ??= new Promise((resolve, reject) => {
    globalThis.cardfileSearchIndex = (json) => resolve(MiniSearch.loadJS(json.index, json.options));
    const element = document.createElement('script');
    element.src = index;
    element.addEventListener('error', reject);
    document.head.append(element);
  });
  return loaded;
}

function show(found) {
  const items = found.slice(0, FOUND_MAX).map(({ id, page, heading }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = root + id;
    link.textContent = heading === page ? page : `${page}: ${heading}`;
    item.append(link);
    return item;
  });
  if (items.length === 0) {
    const item = document.createElement('li');
    item.textContent = 'Nothing found.';
    items.push(item);
  }
  list.replaceChildren(...items);
  list.hidden = input.value.trim() === '';
}

if (matchMedia('(width < 56rem)').matches) document.querySelector('nav details').open = false;

input.disabled = false;
input.addEventListener('input', async () => {
  const text = input.value;
  const search = await load();
  // The text may have changed in the meantime.
  if (input.value === text) show(search.search(text));
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') list.hidden = true;
  if (event.key === 'ArrowDown') list.querySelector('a')?.focus();
  if (event.key === 'Enter') list.querySelector('a')?.click();
});
list.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  if (event.key === 'ArrowDown') links[at + 1]?.focus();
  if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus();
  if (event.key === 'Escape') input.focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Node) || !list.parentElement?.contains(target)) list.hidden = true;
});
