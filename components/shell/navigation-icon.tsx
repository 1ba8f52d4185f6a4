import {
  Boxes,
  ClipboardList,
  CodeXml,
  Handshake,
  House,
  Layers,
  type LucideIcon,
  Settings,
  ShoppingCart,
  Sprout,
  Store,
} from 'lucide-react';
import type { NavigationIconName } from './navigation';

// The entries cross from server to browser as data, so they carry the icon's name and not the icon.
const ICONS: Record<NavigationIconName, LucideIcon> = {
  overview: House,
  inventory: Boxes,
  batches: Layers,
  products: Sprout,
  market: Store,
  cart: ShoppingCart,
  orders: ClipboardList,
  network: Handshake,
  settings: Settings,
  developers: CodeXml,
};

/** The icon of a navigation entry. */
export function NavigationIcon({ name, className }: { name: NavigationIconName; className?: string }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden className={className} />;
}
