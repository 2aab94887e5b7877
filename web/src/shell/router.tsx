import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CrashedPage, MissingPage } from './Broken.tsx';
import { Shell } from './Shell.tsx';

const root = createRootRoute({ notFoundComponent: MissingPage, errorComponent: CrashedPage });
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell });

// One line per page; a page is loaded when it is first opened.
const routeTree = root.addChildren([
  inside.addChildren([
    createRoute({
      getParentRoute: () => inside,
      path: '/',
      component: lazyRouteComponent(() => import('../pages/home/HomePage.tsx'), 'HomePage'),
    }),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // No state of one stack shows in another.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
