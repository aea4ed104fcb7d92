// The parts of the tiles that a first sale from a favourite does not need, loaded as one file.
import { BrandTile } from './BrandTile.tsx'
import './clear-view.ts'
import { FavouritePages } from './FavouritePages.tsx'
import { FavouriteTools } from './FavouriteTools.tsx'
import { Suggested } from './Suggestions.tsx'
import { UnknownCode } from './UnknownCode.tsx'

export const offerParts = { BrandTile, FavouritePages, FavouriteTools, Suggested, UnknownCode }
