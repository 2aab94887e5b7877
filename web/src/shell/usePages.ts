import {
  Activity,
  BellRing,
  Boxes,
  GitCompare,
  House,
  Inbox,
  Play,
  ScrollText,
  ShieldCheck,
  Store,
  UserRound,
} from 'lucide-react';
import { useMaySomewhere } from './useMay.ts';

const PAGES = [
  { to: '/', label: 'Home', Icon: House },
  { to: '/stacks', label: 'Stacks', Icon: Boxes },
  { to: '/marketplace', label: 'Marketplace', Icon: Store },
  { to: '/playground', label: 'Playground', Icon: Play, needs: 'INVOKE' },
  { to: '/activity', label: 'Activity', Icon: Activity },
  { to: '/alerts', label: 'Alerts', Icon: BellRing },
  { to: '/rules', label: 'Rules', Icon: ShieldCheck },
  { to: '/approvals', label: 'Approvals', Icon: Inbox, needs: 'APPROVE' },
  { to: '/reviews', label: 'Reviews', Icon: GitCompare },
  { to: '/audit', label: 'Audit log', Icon: ScrollText },
  { to: '/account', label: 'Keys & account', Icon: UserRound },
] as const;

/** The pages that the signed-in person can use. */
export function usePages() {
  const may = { APPROVE: useMaySomewhere('APPROVE'), INVOKE: useMaySomewhere('INVOKE') };
  return PAGES.filter((page) => !('needs' in page) || may[page.needs]);
}
