// Values of node:http for modules that load when a server starts. An import of the built-in module reads all of its
// names, some of which load the client behind `fetch`: 50 ms of processor time in each thread.
export const { METHODS, request, STATUS_CODES } = process.getBuiltinModule('node:http');
