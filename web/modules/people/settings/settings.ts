// What the app's search needs of the settings: the sections that a user has, and the names of their fields as the screen shows them.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { useUser } from '../../../kit/base/api.ts'
import { actorOf, can } from '../../../kit/base/can.ts'
import { type Tab, tabsFor } from './tabs.ts'

export function useSettings(): { tab: Tab; section: string; fields: string[] }[] {
  const t = useTranslations('settings')
  const field = useTranslations('fields')
  const mode = useTranslations('pages.mode')
  const printer = useTranslations('printers')
  const cashier = useTranslations('cashiers.settings')
  const user = useUser()
  const isShop = user.account_role === accountRole.seller
  const isManager = actorOf(user).is_manager
  const fields: Record<Tab, string[]> = {
    profile: [field('name'), field('email'), field('mobile_number')],
    password: [t('current_password'), t('password.new')],
    code: [],
    look: [field('language'), mode('label'), field('template')],
    printing: [...(isShop ? [printer('way.label'), printer('asks')] : []), t('printing.paper'), field('show_print_popup')],
    keyboard: [t('keyboard.letter_keys'), ...(isShop ? [t('keyboard.sounds')] : [])],
    hours: [t('hours.binding'), t('hours.week')],
    cashier: [cashier('own_title'), ...(isManager ? [cashier('lock_after')] : [])],
    organisation: [
      ...[field('show_print_popup'), field('merge_receipts'), t('organisation.csv'), t('organisation.language')],
      ...(can(user, 'supportUpdate') ? [t('organisation.support')] : []),
    ],
    places: [field('sessions'), t('places.devices')],
  }
  return tabsFor(user).map((tab) => ({ tab, section: t(`tabs.${tab}`), fields: fields[tab] }))
}
