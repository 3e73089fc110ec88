// The wording of prices in the API document and the reference pages. The prices are in the endpoint table.

/** `1 credit`, `2 credits`, or `free`. */
export function priceText(credits: number): string {
  if (credits === 0) return 'free';
  return credits === 1 ? '1 credit' : `${credits} credits`;
}

/** The members of an endpoint that determine its price. */
interface Priced {
  readonly credits: number;
  /** The operation of the items of a bulk endpoint; null for other endpoints. */
  readonly itemsOf: string | null;
}

/** The price of an answer with status 200: `1 credit`, or `1 credit for each item with status 200`. */
export function priceOfAnswer({ credits, itemsOf }: Priced): string {
  return itemsOf === null ? priceText(credits) : `${priceText(credits)} for each item with status 200`;
}

/**
 * The most common price, followed in parentheses by the endpoints with other prices: `1 credit (key-info: free)`. Bulk
 * endpoints cost the same as their single calls.
 */
export function pricesText(endpoints: Readonly<Record<string, Priced>>): string {
  const singles = Object.entries(endpoints).filter(([, { itemsOf }]) => itemsOf === null);
  const byPrice = Map.groupBy(singles, ([, { credits }]) => credits);
  const [[usual] = [0], ...others] = [...byPrice].sort(([, a], [, b]) => b.length - a.length);
  const exceptions = others
    .sort(([a], [b]) => a - b)
    .map(([credits, priced]) => `${listText(priced.map(([name]) => name))}: ${priceText(credits)}`);
  return exceptions.length === 0 ? priceText(usual) : `${priceText(usual)} (${exceptions.join('; ')})`;
}

/** `a`, `a and b`, `a, b and c`. */
function listText(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
