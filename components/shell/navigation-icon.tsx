import {
  ArrowRightLeft,
  Boxes,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  Handshake,
  House,
  Layers,
  type LucideIcon,
  RefreshCw,
  Repeat,
  Settings,
  ShoppingCart,
  Sprout,
  Store,
} from 'lucide-react';
import type { NavigationIconName } from './navigation';

// The entries cross from server to browser as data, so they carry the icon's name and not the icon.
const ICONS: Record<NavigationIconName, LucideIcon> = {
  home: House,
  orders: ClipboardList,
  market: Store,
  cart: ShoppingCart,
  reorder: Repeat,
  inventory: Boxes,
  batches: Layers,
  counts: ClipboardCheck,
  transfers: ArrowRightLeft,
  syncs: RefreshCw,
  products: Sprout,
  network: Handshake,
  reports: ChartColumn,
  settings: Settings,
};

/** The icon of a navigation entry. */
export function NavigationIcon({ name, className }: { name: NavigationIconName; className?: string }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden className={className} />;
}
