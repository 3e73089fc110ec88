// What is counted of a catalog for whoever looks after it. Implementations: sqlite/.

/** Records of one kind that have a field. */
export interface FieldCount {
  /** In the words of the API. */
  readonly field: string;
  readonly count: number;
}

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** Hidden records are left out; of the openings all are counted. */
export interface CatalogCounts {
  /** Of the catalog when it was counted. */
  readonly generation: number;
  readonly companies: number;
  readonly people: number;
  readonly openings: number;
  readonly companyFields: readonly FieldCount[];
  readonly peopleFields: readonly FieldCount[];
  /** Most frequent first. */
  readonly companyCountries: readonly ValueCount[];
  readonly peopleCountries: readonly ValueCount[];
  readonly industries: readonly ValueCount[];
}
