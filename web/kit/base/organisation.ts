// The organisation to which the host name belongs. It is requested once, before anything is shown; its name is in every page title.
import { createContext, useContext } from 'react'
import type { Organisation } from '../../../contract/people/auth.ts'

/** Stands for the organisation until it is known. */
export const nobody: Organisation = { organisation_name: '', template: 0, languages: [], default_language: '', support: null, captcha: null }

export const OrganisationContext = createContext<Organisation>(nobody)
export const useOrganisation = () => useContext(OrganisationContext)
