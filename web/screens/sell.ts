// The screens of the menu's group "sell", and the screens below them.
import { withArea } from '../kit/base/language.tsx'
import type { Screen } from './screen.ts'

export const sell: readonly Screen[] = [
  {
    path: '/cashcards/',
    title: 'till',
    call: 'sellerProductsV2',
    callsAhead: ['sellerProductsV2'],
    area: 'selling',
    view: () => import('../modules/till/selling/Till.tsx'),
    menu: { icon: 'CreditCard', group: 'sell' },
    letter: 's',
  },
  {
    path: '/flixbus',
    title: 'flixbus',
    call: 'flixbus',
    area: 'buses',
    view: () => withArea('charts', withArea('selling', import('../modules/till/buses/Buses.tsx'))),
    menu: { icon: 'Bus', group: 'sell' },
    letter: 'b',
  },
  {
    path: '/flixbus/tickets',
    title: 'bus_tickets',
    call: 'busTickets',
    area: 'buses',
    view: () => import('../modules/till/buses/BusTickets.tsx'),
    parent: '/flixbus',
  },
  {
    path: '/flixbus/ticket/$bookingId',
    title: 'sold_ticket',
    call: 'busTicket',
    area: 'buses',
    view: () => import('../modules/till/buses/BusTicket.tsx'),
    parent: '/flixbus',
  },
  {
    path: '/international-topup/',
    title: 'top_ups',
    call: 'dtOne',
    area: 'top_ups',
    view: () => withArea('printers', import('../modules/till/top-ups/TopUps.tsx')),
    menu: { icon: 'Send', group: 'sell' },
    letter: 'm',
  },
  {
    path: '/seller/top-ups',
    title: 'top_ups_sent',
    call: 'topUps',
    area: 'top_ups',
    view: () => withArea('printers', import('../modules/till/top-ups/TopUpList.tsx')),
    parent: '/international-topup/',
  },
  {
    path: '/direct-recharge',
    title: 'recharges',
    call: 'rechargeOffers',
    area: 'top_ups',
    view: () => withArea('printers', withArea('selling', import('../modules/till/recharges/Recharges.tsx'))),
    menu: { icon: 'Smartphone', group: 'sell' },
  },
  {
    path: '/on-demand',
    title: 'on_demand',
    call: 'onDemandOffers',
    area: 'top_ups',
    view: () => withArea('printers', withArea('selling', import('../modules/till/on-demand/OnDemand.tsx'))),
    menu: { icon: 'WalletCards', group: 'sell' },
  },
]
