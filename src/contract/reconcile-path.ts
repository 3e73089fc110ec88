// The path of the reconciliation service.
export const RECONCILE_PATH = '/reconcile';
