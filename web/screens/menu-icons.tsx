// The menu's icons, in one chunk that is loaded after the menu's words.
import Banknote from 'lucide-react/icons/banknote'
import Boxes from 'lucide-react/icons/boxes'
import CreditCard from 'lucide-react/icons/credit-card'
import Eye from 'lucide-react/icons/eye'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import Nfc from 'lucide-react/icons/nfc'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import Percent from 'lucide-react/icons/percent'
import Radio from 'lucide-react/icons/radio'
import ReceiptText from 'lucide-react/icons/receipt-text'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ScanSearch from 'lucide-react/icons/scan-search'
import ScrollText from 'lucide-react/icons/scroll-text'
import Share2 from 'lucide-react/icons/share-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import TableProperties from 'lucide-react/icons/table-properties'
import TabletSmartphone from 'lucide-react/icons/tablet-smartphone'
import Truck from 'lucide-react/icons/truck'
import Upload from 'lucide-react/icons/upload'
import UserCog from 'lucide-react/icons/user-cog'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import Users from 'lucide-react/icons/users'
import WalletCards from 'lucide-react/icons/wallet-cards'

const icons = {
  Banknote,
  Boxes,
  CreditCard,
  Eye,
  FileText,
  Gift,
  History,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListPlus,
  Mail,
  Nfc,
  Package,
  PackageCheck,
  Percent,
  Radio,
  ReceiptText,
  RefreshCw,
  ScanSearch,
  ScrollText,
  Share2,
  ShieldCheck,
  SquareTerminal,
  TableProperties,
  TabletSmartphone,
  Truck,
  Upload,
  UserCog,
  UserPlus,
  UserX,
  Users,
  WalletCards,
}
export type MenuIconName = keyof typeof icons

export default function MenuPicture({ name, size }: { name: MenuIconName; size: number }) {
  const Icon = icons[name]
  return <Icon size={size} strokeWidth={1.75} aria-hidden />
}
