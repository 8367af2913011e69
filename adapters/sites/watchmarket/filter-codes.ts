// The filter codes of the watch market: every filter of its search URL, with its codes and their labels.

/**
 * One row per filter: its name in the search URL, its label, and `code label` pairs. Code `0` (or `NODATA`) selects
 * listings without the information. A label may occur twice, with different codes.
 */
export const filterCodes: readonly (readonly [name: string, label: string, codes: string])[] = [
  [
    'caseMaterials',
    'Case material',
    `6 Aluminum; 19 Brass; 18 Bronze; 17 Carbon; 13 Ceramic; 9 Gold steel; 20 Gold plated; 14 Palladium;
    12 Plastic; 7 Platinum; 2 Red gold; 1 Rose gold; 21 Sapphire crystal; 10 Silver; 4 Steel; 16 Tantalum;
    5 Titanium; 15 Tungsten; 8 White gold; 3 Yellow gold; 0 No details`,
  ],
  [
    'bezelMaterial',
    'Bezel material',
    `1601 Aluminum; 1619 Brass; 1617 Bronze; 1602 Carbon; 1603 Ceramic; 1618 Gem set; 1604 Gold steel;
    1620 Gold plated; 1605 Palladium; 1607 Plastic; 1608 Platinum; 1609 Red gold; 1606 Rose gold;
    1621 Rubber; 1610 Silver; 1611 Steel; 1612 Tantalum; 1613 Titanium; 1614 Tungsten; 1615 White gold;
    1616 Yellow gold; 0 No details`,
  ],
  [
    'glass',
    'Crystal',
    `203 Glass; 204 Mineral glass; 201 Plastic; 202 Plexiglass; 205 Sapphire crystal glass; 0 No details`,
  ],
  [
    'waterproof',
    'Water resistance',
    `901 Not water resistant; 902 One atm; 903 Two atm; 1350 Two point five atm; 904 Three atm; 905 Four atm;
    906 Five atm; 907 Six atm; 908 Seven atm; 909 Eight atm; 910 Nine atm; 911 Ten atm; 1351 Fifteen atm;
    912 Twenty atm; 913 Thirty atm; 914 Forty atm; 915 Fifty atm; 916 Sixty atm; 917 Seventy atm;
    918 Eighty atm; 919 Ninety atm; 920 Hundred atm; 921 One hundred ten atm; 922 One hundred twenty atm;
    923 Over one hundred twenty atm; 0 No details`,
  ],
  [
    'claspMaterial',
    'Clasp material',
    `1109 Aluminum; 1112 Bronze; 1105 Gold steel; 1101 Plastic; 1110 Platinum; 1107 Red gold; 1106 Rose gold;
    1103 Silver; 1102 Steel; 1104 Titanium; 1111 White gold; 1108 Yellow gold; 0 No details`,
  ],
  [
    'clasp',
    'Clasp',
    `504 Buckle; 503 Double fold; 501 Fold; 502 Fold clasp hidden; 505 Jewelry; 506 No; 0 No details`,
  ],
  ['specials', 'Scope of delivery', `102 Original box and papers; 104 Original papers; 103 Original box`],
  ['stockInfo', 'Availability', `InStock In stock; OnOrder On order; OnRequest On request`],
  ['usedOrNew', 'New/used', `new New unworn; used Used; NODATA No details`],
  [
    'condition',
    'Condition',
    `101 New; 1301 Like new unworn; 1302 Very good; 1306 Good; 1303 Fair; 1305 Incomplete; 0 No details`,
  ],
  [
    'dialNumbers',
    'Dial numerals',
    `801 Arabic numerals; 804 Gemstones; 805 Lines; 803 No numerals; 802 Roman numerals; 0 No details`,
  ],
  [
    'dialColor',
    'Dial color',
    `702 Black; 710 Blue; 711 Bordeaux; 712 Bronze; 723 Brown; 709 Champagne; 714 Gold; 705 Gold solid;
    716 Green; 715 Grey; 725 Meteorite; 707 Mother of pearl; 719 Orange; 722 Pink; 721 Purple; 720 Red;
    708 Silver; 706 Silver solid; 726 Skeletonized; 704 Skeletonized; 724 Turquoise; 701 White; 713 Yellow;
    0 No details`,
  ],
  [
    'countryIds',
    'Location',
    `AF Afghanistan; AL Albania; DZ Algeria; AD Andorra; AO Angola; AR Argentina; AM Armenia; AW Aruba;
    AU Australia; AT Austria; AZ Azerbaijan; BH Bahrain; BB Barbados; BY Belarus; BE Belgium; BM Bermuda;
    BT Bhutan; BO Bolivia; BA Bosnia and herzegovina; BW Botswana; BR Brazil; BN Brunei; BG Bulgaria;
    CA Canada; CF Central african republic; CL Chile; CN China; CO Colombia; CR Costa rica; HR Croatia;
    CY Cyprus; CZ Czech republic; DK Denmark; DO Dominican republic; EC Ecuador; EG Egypt; EE Estonia;
    ET Ethiopia; FI Finland; FR France; GE Georgia; DE Germany; GI Gibraltar; GR Greece; GP Guadeloupe;
    GU Guam; HT Haiti; HK Hong kong; HU Hungary; IS Iceland; IN India; ID Indonesia; IQ Iraq; IE Ireland;
    IL Israel; IT Italy; JM Jamaica; JP Japan; JO Jordan; KZ Kazakhstan; KW Kuwait; KG Kyrgyzstan;
    LV Latvia; LB Lebanon; LI Liechtenstein; LT Lithuania; LU Luxembourg; MO Macao; MK Macedonia;
    MG Madagascar; MY Malaysia; MV Maldives; MT Malta; MU Mauritius; MX Mexico; MD Moldova; MC Monaco;
    ME Montenegro; MA Morocco; NP Nepal; AN Netherlands antilles; NC New caledonia; NZ New zealand;
    NO Norway; OM Oman; PK Pakistan; PA Panama; PY Paraguay; PE Peru; PN Pitcairn islands; PL Poland;
    PT Portugal; PR Puerto rico; QA Qatar; RE Réunion; RO Romania; RU Russia; RW Rwanda;
    BL Saint barthélemy; VC Saint vincent and the grenadines; SM San marino; SA Saudi arabia; RS Serbia;
    SG Singapore; SK Slovakia; SI Slovenia; ZA South africa; KR South korea; ES Spain; LK Sri lanka;
    KN St kitts and nevis; SZ Swaziland; SE Sweden; CH Switzerland; TW Taiwan; TZ Tanzania; TH Thailand;
    NL The netherlands; PH The philippines; TG Togo; TR Turkey; AE Uae; UA Ukraine; UK United kingdom;
    UM United states minor outlying islands; US United states of america; UY Uruguay; UZ Uzbekistan;
    VE Venezuela; VN Vietnam`,
  ],
  [
    'movementTypes',
    'Movement',
    `1 Automatic; 2 Manual winding; 3 Quartz; 5 Smartwatch; 4 Solar; 0 No details`,
  ],
  [
    'functions',
    'Functions',
    `1016 Four year calendar; 1018 Alarm; 1015 Annual calendar; 1019 Chiming clock; 1000 Chronograph;
    1022 Date; 1010 Double chronograph; 1028 Equation of time; 1011 Flyback; 1360 Gmt; 1027 Jumping hour;
    1021 Minute repeater; 1024 Month; 1020 Moon phase; 1012 Panorama date; 1017 Perpetual calendar;
    1013 Repeater; 1026 Tachymeter; 1014 Tourbillon; 1023 Weekday; 1025 Year`,
  ],
  [
    'otherAttributes',
    'Other attributes',
    `1201 Central seconds; 1207 Chronometer; 1210 Crown left; 1215 Display back; 1204 Gemstones or diamonds;
    1206 Genevian seal; 1203 Guilloche dial; 1212 Guilloche dial handwork; 1218 Helium valve;
    1209 Limited edition; 1214 Luminous hands; 1222 Luminous indices; 1205 Luminous numerals;
    1225 Master chronometer; 1228 One hand watches; 1221 Only original parts; 1217 Power reserve display;
    1223 Pvd dlc coating; 1219 Quick set; 1208 Rotating bezel; 1211 Screw down crown;
    1220 Screw down push buttons; 1216 Skeletonized; 1202 Small seconds; 1226 Smartwatch; 1227 Solar watch;
    1213 Tempered blue hands; 1224 World time watch`,
  ],
  ['sellerType', 'Seller', `PrivateSeller Private seller; Dealer Professional dealer`],
  ['listingType', 'Listing type', `Auction Auction; BuyItNow Buy now`],
  ['checkoutAvailable', 'Buyer protection', `yes Includes buyer protection`],
  [
    'dealerPerformanceAttributes',
    'Seller badges',
    `FastShipper Fast shipper; TopRating Highly rated; Punctuality Punctuality; Reaction Response time`,
  ],
  [
    'braceletMaterial',
    'Bracelet material',
    `424 Alligator skin; 414 Aluminium; 425 Brass; 401 Calf skin; 421 Ceramic; 403 Crocodile skin;
    410 Gold steel; 426 Gold plated; 404 Leather; 422 Lizard skin; 402 Ostrich skin; 406 Plastic;
    415 Platinum; 412 Red gold; 411 Rose gold; 418 Rubber; 420 Satin; 419 Shark skin; 423 Silicon;
    417 Silver; 405 Snake skin; 407 Steel; 2017 Textile; 409 Titanium; 416 White gold; 413 Yellow gold;
    0 No details`,
  ],
  [
    'braceletColor',
    'Bracelet color',
    `606 Beige; 601 Black; 607 Blue; 608 Bordeaux; 609 Bronze; 602 Brown; 604 Gold; 620 Gold steel;
    612 Green; 611 Grey; 615 Orange; 619 Pink; 617 Purple; 616 Red; 603 Silver; 605 Steel; 618 White;
    610 Yellow; 0 No details`,
  ],
  ['gender', 'Gender', `1401 Mens unisex watch; 1402 Womens watch`],
  [
    'styles',
    'Watch type',
    `1811 Automatic; 1809 Business; 1821 Calendar; 1812 Chronographs; 1813 Chronometer; 1804 Diving;
    1805 Dress; 1818 Flyback chronographs; 1819 Large xxl; 1823 Left handed; 1822 Limited edition;
    1841 Manually wound; 1824 Mechanical; 1807 Military; 1825 Minute repeater; 1826 Moon phase;
    1815 One hand; 1816 Perpetual calendar; 1803 Pilots; 1827 Quartz; 1801 Racing; 1842 Rectangular;
    1828 Russian; 1802 Sailing; 1829 Sapphire glass; 1831 Skeleton; 1832 Smartwatches; 1833 Solar;
    1806 Sports; 1830 Swiss; 1837 Tachymeter; 1817 Thin; 1835 Tonneau; 1836 Tourbillon; 1810 Vintage;
    1838 Watches from german manufacturers; 1839 Watches with geneva seal;
    1840 Watches with see through case back; 1843 World time`,
  ],
  ['watchCategories', 'Style of watch', `301 Wristwatch; 302 Pocket watch; 303 Other watch clock`],
]
