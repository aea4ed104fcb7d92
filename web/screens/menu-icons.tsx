// The menu's icons, in one chunk that is loaded after the menu's texts.
import Banknote from 'lucide-react/icons/banknote'
import BellRing from 'lucide-react/icons/bell-ring'
import BookOpen from 'lucide-react/icons/book-open'
import BookUser from 'lucide-react/icons/book-user'
import Boxes from 'lucide-react/icons/boxes'
import Bus from 'lucide-react/icons/bus'
import ChartColumn from 'lucide-react/icons/chart-column'
import Coins from 'lucide-react/icons/coins'
import Contact from 'lucide-react/icons/contact'
import CreditCard from 'lucide-react/icons/credit-card'
import Eye from 'lucide-react/icons/eye'
import FileCheck from 'lucide-react/icons/file-check'
import FileCog from 'lucide-react/icons/file-cog'
import FileDown from 'lucide-react/icons/file-down'
import FileMinus from 'lucide-react/icons/file-minus'
import FilePlus from 'lucide-react/icons/file-plus'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import Hourglass from 'lucide-react/icons/hourglass'
import KeyRound from 'lucide-react/icons/key-round'
import Landmark from 'lucide-react/icons/landmark'
import Layers from 'lucide-react/icons/layers'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListPlus from 'lucide-react/icons/list-plus'
import Mail from 'lucide-react/icons/mail'
import Megaphone from 'lucide-react/icons/megaphone'
import Nfc from 'lucide-react/icons/nfc'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import PackageSearch from 'lucide-react/icons/package-search'
import PenLine from 'lucide-react/icons/pen-line'
import Percent from 'lucide-react/icons/percent'
import Radio from 'lucide-react/icons/radio'
import RadioTower from 'lucide-react/icons/radio-tower'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Redo2 from 'lucide-react/icons/redo-2'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Scale from 'lucide-react/icons/scale'
import ScanSearch from 'lucide-react/icons/scan-search'
import ScrollText from 'lucide-react/icons/scroll-text'
import Send from 'lucide-react/icons/send'
import Share2 from 'lucide-react/icons/share-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Smartphone from 'lucide-react/icons/smartphone'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import Store from 'lucide-react/icons/store'
import TableProperties from 'lucide-react/icons/table-properties'
import TabletSmartphone from 'lucide-react/icons/tablet-smartphone'
import Truck from 'lucide-react/icons/truck'
import Undo2 from 'lucide-react/icons/undo-2'
import Upload from 'lucide-react/icons/upload'
import UserCheck from 'lucide-react/icons/user-check'
import UserCog from 'lucide-react/icons/user-cog'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import Users from 'lucide-react/icons/users'
import WalletCards from 'lucide-react/icons/wallet-cards'
import Warehouse from 'lucide-react/icons/warehouse'
import Webhook from 'lucide-react/icons/webhook'

const icons = {
  Banknote,
  BellRing,
  BookOpen,
  BookUser,
  Boxes,
  Bus,
  ChartColumn,
  Coins,
  CreditCard,
  Eye,
  FileCheck,
  FileCog,
  FileDown,
  FileMinus,
  FilePlus,
  FileText,
  Gift,
  History,
  Hourglass,
  KeyRound,
  Landmark,
  Layers,
  LayoutDashboard,
  ListPlus,
  Mail,
  Nfc,
  Package,
  PackageCheck,
  PackageSearch,
  Percent,
  Radio,
  RadioTower,
  ReceiptText,
  Redo2,
  RefreshCw,
  Scale,
  ScanSearch,
  ScrollText,
  Send,
  Share2,
  ShieldCheck,
  ShoppingCart,
  Smartphone,
  SquareTerminal,
  Store,
  TableProperties,
  TabletSmartphone,
  Truck,
  Undo2,
  Upload,
  UserCheck,
  UserCog,
  UserPlus,
  UserX,
  Users,
  WalletCards,
  Webhook,
  Warehouse,
  Contact,
  PenLine,
  Megaphone,
}
export type MenuIconName = keyof typeof icons

export default function MenuPicture({ name, size }: { name: MenuIconName; size: number }) {
  const Icon = icons[name]
  return <Icon size={size} strokeWidth={1.75} aria-hidden />
}
