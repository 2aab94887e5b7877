import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readListSearch } from '../lists/address.ts';
import { KEY_LIST, PERSON_LIST } from '../pages/account/lists.ts';
import { activitySearch } from '../pages/activity/search.ts';
import { ALERT_LIST } from '../pages/alerts/list.ts';
import { APPROVAL_LIST } from '../pages/approvals/list.ts';
import { auditSearch } from '../pages/audit/search.ts';
import { readImportSearch } from '../pages/import/kinds.ts';
import { jobSearch } from '../pages/jobs/search.ts';
import { readMarketplaceSearch, readServerSearch } from '../pages/marketplace/search.ts';
import { playgroundSearch } from '../pages/playground/search.ts';
import { readRegistrySearch } from '../pages/registry/search.ts';
import { REVIEW_LIST } from '../pages/reviews/list.ts';
import { RULE_LIST } from '../pages/rules/list.ts';
import { connectSearch } from '../pages/stacks/connect/lists.ts';
import { STACK_LIST } from '../pages/stacks/list/kind.ts';
import { machinesSearch } from '../pages/stacks/machines/lists.ts';
import { credentialsSearch, serversSearch, usageSearch } from '../pages/stacks/search.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Shell } from './Shell.tsx';

const root = createRootRoute({ notFoundComponent: MissingPage, errorComponent: CrashedPage });
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell });
const stack = createRoute({
  getParentRoute: () => inside,
  path: '/stacks/$stackId',
  component: lazyRouteComponent(() => import('../pages/stacks/StackPage.tsx'), 'StackPage'),
});
const inbox = createRoute({
  getParentRoute: () => inside,
  path: '/inbox',
  component: lazyRouteComponent(() => import('../pages/inbox/InboxPage.tsx'), 'InboxPage'),
});

/** Addresses of earlier versions, in messages and bookmarks. */
const MOVED = [
  ['/approvals', '/inbox/approvals'],
  ['/reviews', '/inbox/reviews'],
  ['/alerts', '/inbox/alerts'],
  ['/account', '/settings'],
] as const;

const movedRoutes = MOVED.map(([path, to]) =>
  createRoute({
    getParentRoute: () => root,
    path: `${path}/{-$id}`,
    beforeLoad: ({ params: { id }, location: { searchStr, hash } }) => {
      // The link of an e-mail that confirms its address.
      const isConfirmation = path === '/alerts' && hash.startsWith('confirm=');
      const page = isConfirmation ? '/inbox/notifications' : `${to}${id === undefined ? '' : `/${id}`}`;
      throw redirect({ href: `${page}${searchStr}${hash && `#${hash}`}`, replace: true });
    },
  }),
);

// Pages load when first opened.
const routeTree = root.addChildren([
  ...movedRoutes,
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
      path: '/import',
      validateSearch: readImportSearch,
      component: lazyRouteComponent(() => import('../pages/import/ImportPage.tsx'), 'ImportPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/registry',
      validateSearch: readRegistrySearch,
      component: lazyRouteComponent(() => import('../pages/registry/RegistryPage.tsx'), 'RegistryPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/marketplace',
      validateSearch: readMarketplaceSearch,
      component: lazyRouteComponent(() => import('../pages/marketplace/MarketplacePage.tsx'), 'MarketplacePage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/marketplace/$serverId',
      validateSearch: readServerSearch,
      component: lazyRouteComponent(() => import('../pages/server/ServerPage.tsx'), 'ServerPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/stacks',
      validateSearch: (input) => readListSearch(STACK_LIST, input),
      component: lazyRouteComponent(() => import('../pages/stacks/list/StacksPage.tsx'), 'StacksPage'),
    }),
    stack.addChildren([
      createRoute({
        getParentRoute: () => stack,
        path: '/',
        validateSearch: serversSearch,
        component: lazyRouteComponent(() => import('../pages/stacks/servers/ServersTab.tsx'), 'ServersTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/credentials',
        validateSearch: credentialsSearch,
        component: lazyRouteComponent(() => import('../pages/stacks/credentials/CredentialsTab.tsx'), 'CredentialsTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/connect',
        validateSearch: connectSearch,
        component: lazyRouteComponent(() => import('../pages/stacks/connect/ConnectTab.tsx'), 'ConnectTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/machines',
        validateSearch: machinesSearch,
        component: lazyRouteComponent(() => import('../pages/stacks/machines/MachinesTab.tsx'), 'MachinesTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/chat',
        component: lazyRouteComponent(() => import('../pages/stacks/chat/ChatTab.tsx'), 'ChatTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/map',
        component: lazyRouteComponent(() => import('../pages/stacks/map/MapTab.tsx'), 'MapTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/usage',
        validateSearch: usageSearch,
        component: lazyRouteComponent(() => import('../pages/stacks/usage/UsageTab.tsx'), 'UsageTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/skills',
        component: lazyRouteComponent(() => import('../pages/stacks/skills/SkillsTab.tsx'), 'SkillsTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/versions',
        component: lazyRouteComponent(() => import('../pages/stacks/versions/VersionsTab.tsx'), 'VersionsTab'),
      }),
      createRoute({
        getParentRoute: () => stack,
        path: '/settings',
        component: lazyRouteComponent(() => import('../pages/stacks/settings/SettingsTab.tsx'), 'SettingsTab'),
      }),
    ]),
    createRoute({
      getParentRoute: () => inside,
      path: '/keys',
      validateSearch: (input) => readListSearch(KEY_LIST, input),
      component: lazyRouteComponent(() => import('../pages/account/KeysPage.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/people',
      validateSearch: (input) => readListSearch(PERSON_LIST, input),
      component: lazyRouteComponent(() => import('../pages/account/people/PeoplePage.tsx'), 'PeoplePage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/settings',
      component: lazyRouteComponent(() => import('../pages/account/SettingsPage.tsx'), 'SettingsPage'),
    }),
    inbox.addChildren([
      createRoute({
        getParentRoute: () => inbox,
        path: '/',
        component: lazyRouteComponent(() => import('../pages/inbox/WaitingTab.tsx'), 'WaitingTab'),
      }),
      createRoute({
        getParentRoute: () => inbox,
        path: '/approvals',
        validateSearch: (input) => readListSearch(APPROVAL_LIST, input),
        component: lazyRouteComponent(() => import('../pages/approvals/ApprovalsTab.tsx'), 'ApprovalsTab'),
      }),
      createRoute({
        getParentRoute: () => inbox,
        path: '/approvals/$approvalId',
        component: lazyRouteComponent(() => import('../pages/approvals/ApprovalsTab.tsx'), 'ApprovalsTab'),
      }),
      createRoute({
        getParentRoute: () => inbox,
        path: '/reviews',
        validateSearch: (input) => readListSearch(REVIEW_LIST, input),
        component: lazyRouteComponent(() => import('../pages/reviews/ReviewsTab.tsx'), 'ReviewsTab'),
      }),
      createRoute({
        getParentRoute: () => inbox,
        path: '/alerts',
        validateSearch: (input) => readListSearch(ALERT_LIST, input),
        component: lazyRouteComponent(() => import('../pages/alerts/AlertsTab.tsx'), 'AlertsTab'),
      }),
      createRoute({
        getParentRoute: () => inbox,
        path: '/notifications',
        component: lazyRouteComponent(() => import('../pages/inbox/NotificationsTab.tsx'), 'NotificationsTab'),
      }),
    ]),
    createRoute({
      getParentRoute: () => inside,
      path: '/activity',
      validateSearch: activitySearch,
      component: lazyRouteComponent(() => import('../pages/activity/ActivityPage.tsx'), 'ActivityPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/jobs',
      validateSearch: jobSearch,
      component: lazyRouteComponent(() => import('../pages/jobs/JobsPage.tsx'), 'JobsPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/rules',
      validateSearch: (input) => readListSearch(RULE_LIST, input),
      component: lazyRouteComponent(() => import('../pages/rules/RulesPage.tsx'), 'RulesPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/audit',
      validateSearch: auditSearch,
      component: lazyRouteComponent(() => import('../pages/audit/AuditPage.tsx'), 'AuditPage'),
    }),
    createRoute({
      getParentRoute: () => inside,
      path: '/playground',
      validateSearch: playgroundSearch,
      component: lazyRouteComponent(() => import('../pages/playground/PlaygroundPage.tsx'), 'PlaygroundPage'),
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
  // Remount per stack so that component state doesn't leak into another stack.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function MissingPage() {
  return (
    <main className="front">
      <Empty title="Page not found" action={<ButtonLink to="/">Go home</ButtonLink>}>
        The URL may be wrong, or the page’s content was deleted.
      </Empty>
    </main>
  );
}

/** A page that failed to load or render, usually after a version change. */
function CrashedPage({ error }: ErrorComponentProps) {
  return (
    <main className="front">
      <div className="front__card">
        <h1>This page couldn’t be loaded</h1>
        <ErrorNotice error={error instanceof Error ? error : null} onRetry={() => window.location.reload()} />
      </div>
    </main>
  );
}
