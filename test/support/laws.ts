// The settings of all laws.
import fc from 'fast-check';

/**
 * In CI a counterexample is reported as found: shrinking it can take longer than all tests. Its seed and path replay it
 * elsewhere.
 */
fc.configureGlobal({ includeErrorInReport: true, endOnFailure: Boolean(process.env['CI']) });
