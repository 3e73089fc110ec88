// Counts of a catalog for its operator. Implementation: reading/count-catalog.ts.

/** The number of records of one kind that have a field. */
export interface FieldCount {
  /** The name in the API. */
  readonly field: string;
  readonly count: number;
}

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** Hidden records are not counted, but all openings are. */
export interface CatalogCounts {
  /** Generation of the catalog at the time of counting. */
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
