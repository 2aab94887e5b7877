import {
  Activity,
  Boxes,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  Play,
  ScrollText,
  Settings,
  ShieldCheck,
  Store,
  UsersRound,
} from 'lucide-react';
import { useMaySomewhere } from './useMay.ts';

/** The menu: its groups in order, with their pages. */
const GROUPS = [
  { title: null, pages: [{ to: '/', label: 'Home', Icon: House }] },
  {
    title: 'Build',
    pages: [
      { to: '/stacks', label: 'Stacks', Icon: Boxes },
      { to: '/marketplace', label: 'Marketplace', Icon: Store },
      { to: '/playground', label: 'Playground', Icon: Play, needs: 'INVOKE' },
    ],
  },
  {
    title: 'Observe',
    pages: [
      { to: '/inbox', label: 'Inbox', Icon: Inbox },
      { to: '/activity', label: 'Activity', Icon: Activity },
      { to: '/jobs', label: 'Jobs', Icon: ListChecks },
      { to: '/audit', label: 'Audit log', Icon: ScrollText },
    ],
  },
  {
    title: 'Govern',
    pages: [
      { to: '/rules', label: 'Rules', Icon: ShieldCheck },
      { to: '/keys', label: 'API keys', Icon: KeyRound },
      { to: '/people', label: 'People', Icon: UsersRound },
    ],
  },
  { title: null, pages: [{ to: '/settings', label: 'Settings', Icon: Settings }] },
] as const;

/** The menu's pages that the signed-in person can use. */
export function useMenu() {
  const mayInvoke = useMaySomewhere('INVOKE');
  return GROUPS.map(({ title, pages }) => ({ title, pages: pages.filter((page) => mayInvoke || !('needs' in page)) }));
}
