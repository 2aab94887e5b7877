import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CrashedPage, MissingPage } from './Broken.tsx';
import { Shell } from './Shell.tsx';

const root = createRootRoute({ notFoundComponent: MissingPage, errorComponent: CrashedPage });
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell });

// One line per page; a page is loaded when it is first opened.
const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/signin',
    component: lazyRouteComponent(() => import('../pages/signin/SignInPage.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: lazyRouteComponent(() => import('../pages/welcome/WelcomePage.tsx'), 'WelcomePage'),
  }),
  inside.addChildren([
    createRoute({
      getParentRoute: () => inside,
      path: '/account',
      component: lazyRouteComponent(() => import('../pages/account/AccountPage.tsx'), 'AccountPage'),
    }),
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
