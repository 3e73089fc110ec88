// Values of node:http for modules that load when a server starts. A regular import reads all names of the built-in
// module, some of which load the client behind `fetch`: 50 ms of processor time per thread.
export const { METHODS, request, STATUS_CODES } = process.getBuiltinModule('node:http');
