// Prices in words: the one wording for the API document and the reference pages. The prices are in the endpoint table.

/** `1 credit`, `2 credits`, or `free`. */
export function priceText(credits: number): string {
  if (credits === 0) return 'free';
  return credits === 1 ? '1 credit' : `${credits} credits`;
}

type Prices = Readonly<Record<string, { readonly credits: number }>>;

/** The most common price, and in parentheses the endpoints of every other price: `1 credit (key-info: free)`. */
export function pricesText(endpoints: Prices): string {
  const byPrice = Map.groupBy(Object.entries(endpoints), ([, { credits }]) => credits);
  const [[usual] = [0], ...others] = [...byPrice].sort(([, a], [, b]) => b.length - a.length);
  const exceptions = others
    .sort(([a], [b]) => a - b)
    .map(([credits, priced]) => `${priced.map(([name]) => name).join(' and ')}: ${priceText(credits)}`);
  return exceptions.length === 0 ? priceText(usual) : `${priceText(usual)} (${exceptions.join('; ')})`;
}
