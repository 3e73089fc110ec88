// Puts rows in the order of companies and, inside a company, in an order of their own.

/**
 * Numbers of rows: those of company 0 first, then of company 1, ...; rows of company `companyCount` have none and come last.
 * `starts` holds where each company's begin, and behind them where those without a company begin.
 */
export function groupRows(
  companyOfRow: Uint32Array,
  companyCount: number,
  compareRows: (left: number, right: number) => number,
): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(companyCount + 1);
  for (const company of companyOfRow) if (company < companyCount) starts[company + 1]!++;
  for (let company = 0; company < companyCount; company++) starts[company + 1]! += starts[company]!;
  const next = starts.slice();
  const order = new Uint32Array(companyOfRow.length);
  companyOfRow.forEach((company, row) => {
    order[next[company]!++] = row;
  });
  for (let company = 0; company <= companyCount; company++) {
    const end = company < companyCount ? starts[company + 1]! : order.length;
    if (end - starts[company]! > 1) order.subarray(starts[company], end).sort(compareRows);
  }
  return { order, starts };
}
