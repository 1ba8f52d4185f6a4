/**
 * Laboratories of cannabis and hemp in the United States, with the first part of their websites' domains. Many print
 * their name as a picture alone. What isn't listed is read all the same, from what the certificate says of it.
 */
const LABORATORIES: ReadonlyArray<readonly [name: string, ...sites: string[]]> = [
  ['2River Labs', '2riverlabs'],
  ['374 Labs', '374labs'],
  ['Ace Analytical Laboratory', 'aceanalyticallaboratory'],
  ['ACS Laboratory', 'acslabcannabis'],
  ['ACT Laboratories', 'actlaboratories'],
  ['AgriCor Labs', 'agricorlabs'],
  ['Analytical 360', 'analytical360'],
  ['Anresco Laboratories', 'anresco'],
  ['Apollo Labs', 'apollolabscorp'],
  ['Assured Testing Laboratories', 'assuredtesting', 'assuredtestinglabs'],
  ['Aurum Labs', 'aurumlabs'],
  ['BelCosta Labs', 'belcostalabs'],
  ['Botanacor Laboratories', 'botanacor'],
  ['Cali-Green Laboratory', 'caligreenlab', 'caligreenlaboratory'],
  ['California Ag Labs', 'californiaaglabs', 'caaglabs'],
  ['Cambium Analytica', 'cambiumanalytica'],
  ['Cannalysis', 'cannalysis', 'cannalysislabs'],
  ['CannaSafe', 'csalabs', 'cannasafe', 'cannasafelabs'],
  ['CDX Analytics', 'cdxanalytics'],
  ['ChemHistory', 'chemhistory'],
  ['Columbia Laboratories', 'columbialaboratories', 'columbiafoodlab'],
  ['Confidence Analytics', 'conflabs', 'confidenceanalytics'],
  ['DB Labs', 'dblabslv'],
  ['Delta Verde Laboratories', 'deltaverdelabs'],
  ['Desert Valley Testing', 'desertvalleytesting'],
  ['Digipath Labs', 'digipath', 'digipathlabs'],
  ['Encore Labs', 'encorelabs'],
  ['EVIO Labs', 'eviolabs'],
  ['Excelbis Labs', 'excelbislabs'],
  ['FESA Labs', 'fesalabs'],
  ['G3 Labs', 'g3labsllc', 'g3labs'],
  ['Genesis Testing Labs', 'genesistestinglabs'],
  ['Gobi Hemp', 'gobianalytical', 'gobihemp'],
  ['Green Analytics', 'greenanalyticsllc'],
  ['Green Leaf Lab', 'greenleaflabs', 'greenleaflab'],
  ['Green Scientific Labs', 'greenscientificlabs'],
  ['Green Valley Analytics', 'greenvalleyanalytics'],
  ['Harrens Lab', 'harrenslab'],
  ['Highgrade Testing', 'highgradetesting'],
  ['Infinite Chemical Analysis Labs', 'infinitecal', 'infinitechemicalanalysis'],
  ['Iron Laboratories', 'ironlaboratories', 'ironlabsllc'],
  ['Juniper Analytics', 'juniperanalytics'],
  ['Kaycha Labs', 'kaychalabs'],
  ['KCA Laboratories', 'kcalabs'],
  ['Keystone State Testing', 'keystonestatetesting'],
  ['Level One Labs', 'levelonelabs'],
  ['Lightscale Labs', 'lightscalelabs'],
  ['MA Analytics', 'maanalytics'],
  ['MCR Labs', 'mcrlabs'],
  ['Medicine Creek Analytics', 'medicinecreekanalytics'],
  ['Method Testing Labs', 'methodtestinglabs'],
  ['Modern Canna', 'moderncanna', 'moderncannalabs'],
  ['Nordic Analytical Laboratories', 'nordicanalytical'],
  ['Nova Analytic Labs', 'novaanalyticlabs'],
  ['OG Analytical', 'oganalytical'],
  ['PharmLabs San Diego', 'pharmlabscannabistesting', 'pharmlabs'],
  ['Pixis Labs', 'pixislabs'],
  ['Praxis Laboratory', 'praxislaboratory'],
  ['ProVerde Laboratories', 'proverdelabs', 'proverdelaboratories'],
  ['PSI Labs', 'psilabs'],
  ['Pure Analytics', 'pureanalytics', 'pureanalyticslabs'],
  ['RM3 Labs', 'rm3labs'],
  ['RSR Analytical Laboratories', 'rsranalytical'],
  ['Safe Tiva Labs', 'safetivalabs'],
  ['SC Labs', 'sclabs'],
  ['Scale Laboratories', 'scalelabs'],
  ['Sonoma Lab Works', 'sonomalabworks'],
  ['Steep Hill', 'steephill', 'steephilllab', 'steephilllabs'],
  ['TEQ Analytical Labs', 'teqanalyticallabs', 'teqlabs'],
  ['TerpLife Labs', 'terplifelabs'],
  ['Think20 Labs', 'think20labs'],
  ['Trace Analytics', 'traceanalytics'],
  ['Trichome Analytical', 'trichomeanalytical'],
  ['Veda Scientific', 'vedascientific'],
  ['Verity Analytics', 'verityanalytics'],
  ['Viridis Laboratories', 'viridisgrp', 'viridislabs'],
];

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

const BY_SITE = new Map(
  LABORATORIES.flatMap(([name, ...sites]) => sites.map((site) => [plain(site), name] as const)),
);
const BY_NAME = new Map(LABORATORIES.map(([name]) => [plain(name), name]));

/** The listed laboratory of a domain's first part. */
export function laboratoryOfSite(site: string): string | undefined {
  return BY_SITE.get(plain(site));
}

/** Words of the longest name. */
const WORDS = 4;

/** The listed laboratory whose name a text begins with, printed with or without spaces. */
export function laboratoryNamed(text: string): string | undefined {
  const words = text.split(/[ ,|/]/, WORDS);
  for (let count = words.length; count > 0; count--) {
    const name = BY_NAME.get(plain(words.slice(0, count).join('')));
    if (name !== undefined) return name;
  }
  return undefined;
}
