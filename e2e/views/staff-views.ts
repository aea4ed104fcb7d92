// The screens about users, in the states that their managers see.
import type { Page } from 'playwright-core'
import { originOf, typeSignIn } from '../kit/browser.ts'
import { go } from '../kit/open-page.ts'
import { forgetMoves } from '../kit/places.ts'
import { begins, t } from '../kit/texts.ts'
import { at, secondRow } from './shop-views.ts'

const manager = { as: 'nord' }
const seller = { as: 'gare', kept: { language: 'fr' } }

async function person(page: Page, name = 'Samir Stockel') {
  await go(page, `/staff/view?q=${name.split(' ')[0]}`)
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name: t('staff.preview.title') }).waitFor()
}

async function oneself(page: Page) {
  await person(page, 'Nadia Norbert')
  await page.getByText(begins('staff.form.own')).waitFor()
}

async function effect(page: Page) {
  await person(page)
  await page.getByRole('radio', { name: begins('staff.matrix.accounting') }).click()
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByRole('dialog').getByText(t('staff.effect.gains')).waitFor()
}

async function stopping(page: Page) {
  await person(page)
  await page.getByRole('button', { name: t('staff.stop.stop') }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: begins('fields.reason') })
    .waitFor()
}

async function token(page: Page) {
  await person(page, 'Théo Terrain')
  await page.getByRole('button', { name: t('staff.token.issue') }).click()
  await page.getByRole('button', { name: t('staff.token.create') }).click()
  await page.getByText(begins('staff.token.shown')).waitFor()
}

async function customers(page: Page) {
  await go(page, '/staff/view?q=Samir')
  await page.getByRole('link', { name: begins('staff.customers_of', { name: 'Samir Stockel' }) }).click()
  const others = page.getByRole('region', { name: t('staff.assign.more') })
  await others.getByRole('searchbox').fill('Kiosque Nord')
  // The list searches only after a pause in typing. Until then it shows the rows before the search, and would change while the checks run.
  await others.getByRole('cell', { name: 'Épicerie du Port', exact: true }).waitFor({ state: 'detached' })
  const [free, given] = [
    others.getByRole('checkbox', { name: t('staff.assign.choose', { name: 'Kiosque Nord' }) }),
    others.getByText(t('staff.assign.assigned'), { exact: true }),
  ]
  await free.or(given).first().waitFor()
  await forgetMoves(page)
  if ((await given.count()) > 0) return
  await free.check()
  await others.getByRole('button', { name: t('staff.assign.assign'), exact: true }).click()
  await others.getByText(t('staff.assign.done_assign', { n: 1 })).waitFor()
  // The bar that offers to undo the assignment is closed, because it moves when the sweep resizes the window, and moves count as faults.
  await page
    .getByRole('status')
    .getByRole('button', { name: t('house.words.close') })
    .click()
}

async function history(page: Page) {
  await customers(page)
  await go(page, '/staff/history')
  await page.getByRole('cell', { name: 'Kiosque Nord' }).first().waitFor()
}

/** Lets a user sign in from another browser, where the sign-in waits for approval. */
async function requests(page: Page) {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: originOf('localhost'), locale: 'fr-FR' })
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await other.goto('/login')
  await typeSignIn(other, 'nord-terrain')
  await other.getByRole('heading', { name: t('entry.approval.title') }).waitFor()
  await context.close()
  await go(page, '/login-requests')
  await page
    .getByRole('button', { name: begins('words.approve') })
    .first()
    .waitFor()
}

async function approving(page: Page) {
  await go(page, '/login-requests')
  await page
    .getByRole('button', { name: begins('words.approve') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('staff.requests.number') })
    .waitFor()
}

async function matrix(page: Page) {
  await go(page, '/staff/add')
  await page.getByText(t('staff.matrix.more')).click()
  await page.getByRole('radio', { name: begins('staff.matrix.stock') }).click()
  await page
    .getByRole('region', { name: t('staff.preview.title') })
    .getByText(t('words.rights.has_inventory'), { exact: true })
    .waitFor()
}

export const staffViews = [
  { name: '/staff/view', by: manager, open: at('/staff/view', secondRow) },
  { name: '/staff/add', by: manager, open: matrix },
  { name: '/staff/edit/$userId', by: manager, open: (page: Page) => person(page) },
  { name: '/staff/edit/$userId before saving', by: manager, open: effect },
  { name: '/staff/edit/$userId stopping', by: manager, open: stopping },
  { name: '/staff/edit/$userId with a token', by: manager, open: token },
  { name: '/staff/edit/$userId of oneself', by: manager, open: oneself },
  { name: '/staff/customers/$userId', by: manager, open: customers },
  { name: '/staff/history', by: manager, open: history },
  { name: '/login-requests', by: manager, open: requests },
  { name: '/login-requests approving', by: manager, open: approving },
  { name: '/login-requests of a shop', by: seller, open: at('/login-requests', (page) => page.getByText(t('staff.requests.none')).first().waitFor()) },
]
