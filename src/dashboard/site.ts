// The dashboard as a site next to the API: its routes, its pages, and its answers to unknown paths.
import type { Site } from '../http/server.ts';
import { unlessRunning } from '../ops/scheduling/unless-running.ts';
import type { ConsoleContext } from './context.ts';
import { registerConsole, rejectUnknown } from './dashboard-routes.ts';
import { pagesOf } from './pages.ts';

/** The dashboard over these services, with the app that is built into `folder`. */
export function dashboardSite(context: ConsoleContext, folder: string): Site {
  // Visitors who are not signed in may open pages at any rate.
  const pages = pagesOf(folder, unlessRunning(context.onPage));
  return {
    register: (app, answerCall) => {
      registerConsole(app, answerCall, context);
      pages.register(app);
    },
    answerUnknown: (request, reply) =>
      /^\/console(\/|$|\?)/.test(request.url) ? rejectUnknown(reply) : pages.answerUnknown(request, reply),
  };
}
