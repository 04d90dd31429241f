package redact

import "bytes"

// vendorNames are services whose keys are drawn: STRIPE_KEY and mailgunKey are secrets
// as API_KEY is, and a key of hexadecimal digits is no digest if one of them owns it.
// Names that are words of programs (line, box, column) are left out.
var vendorNames = newWords(`100ms 46elks aamarpay abacatepay ably abuseipdb abyssale accuweather acrcloud activecampaign activepieces adafruit adafruitio adobe adobeio adyen
	adzuna aeris aeroworkflow aevo affinda africastalking aftership agentops agora ahrefs ai21 aihubmix aimlapi airbnb airbrake airbyte aircall airship
	airtable airvisual airwallex aisensy aiven akamai akeyless akoya alchemy alconost alephalpha aletheia algolia alibaba alibabacloud alienvault aligo
	alipay aliyun allsports alpaca alphasms alphavantage alwaysdata amadeus amap amazonses ambee amocrm amplitude anchorbrowser anchore ankr anonaddy
	anthropic anymail anypoint anyrun anyscale apacta api2cart apideck apiflash apifonica apify apilayer apimatic apimetrics apitemplate appcenter
	appcircle appcues appdynamics appetize appfollow applitools applovin appointedd appoptics appsflyer appsignal appsynergy apptivo appveyor appwrite
	aquasec arcgis arcjet argocd arifpay arize arkose artifactory asaas asana ascendex assemblyai atera atlassian attio audd auth0 auth0management
	authelia authentik authing authress autodesk autoklose autopilot autotask avalara avaza aviationstack aweber axonaut aylien ayrshare azampay azure
	backblaze backendless baichuan baidu baiducloud bamboohr bannerbear barchart barcodelookup baremetrics basecamp baseten basiq basistheory battlenet
	bazaarvoice beamcloud beamer beebole beehiiv beemafrica beeminder beget belvo belvoapi benzinga besnappy besttime betterstack betteruptime beyondtrust
	biconomy bigcommerce bigmodel billdesk billomat billplz binance binaryedge bingmaps bingx birdeye bitbank bitbar bitbucket bitcoinaverage bitfinex
	bitflyer bitget bithumb bitly bitmart bitmex bitpanda bitpreco bitrise bitrix24 bitrue bitso bitstamp bittrex bitunix bitvavo bkash blackforestlabs
	blandai blazemeter blit blockdaemon blocknative blofin bluehost blynk bokun boldsign bombbomb boostnote borgbase botmaker botpress braintree
	braintrust brandfetch brankas brankasapi bravesearch braze brevo brex brightcove brightdata browserbase browserless browserling browserstack browshot
	bscscan btcturk buddyns buddyworks budibase bugcrowd bugfender bugherd bugsnag buildbuddy buildkite bulbul bulksms bungie bunnycdn bunnynet buttercms
	bybit cafe24 caflou calcom calendarific calendly calorieninja campayn cannyio canva caprover capsulecrm captaindata carboninterface cartesia casdoor
	cashfree ccavenue cdn77 cellulant censys centralstationcrm cequens cerebras cerebrium cexio chainstack channeltalk chargebee chargify chartmogul
	chatapi chatfuel chatfule chatwoot checio checkly checklyhq checkmarx checkoutcom checkvist chromadb chromatic chronosphere cicero cielo circleci
	cirrusci civo clarifai clearbit clearml clearout clevercloud clevertap clickatell clickhelp clickhouse clickpesa clicksendsms clickup cliengo
	climacell clinchpad cliniko clockify clockworksms clojars closecrm cloudamqp cloudconvert cloudelements cloudflare cloudflareca cloudimage cloudinary
	cloudmersive cloudplan cloudru cloudsight cloudsmith cloudways cloverly clustdoc cockroachdb codacy codat codeclimate codecov codefresh codemagic
	codequiry codesandbox codescene cognito cohere coinapi coinbase coincheck coindcx coinex coingecko coinlayer coinlib coinmarketcap coinone commercejs
	commercetools companieshouse companyhub composio comtele conekta configcat confluent conoha constantcontact consul contabo contentful conversiontools
	convertapi convertio convertkit convier coolify coolsms copyleaks coralogix corbado coresignal coreweave couchbase countly countrylayer covalent
	coveralls craftmypdf crawlbase creditsafe crewai cribl criminalip cronitor crowdin crowdsec crowdstrike crunchbase cryptlex cryptocom cryptocompare
	ctyun culqi currencycloud currencyfreaks currencylayer currencyscoop currentsapi curseforge customerguru customerio cyberark cybersource cypress
	d7network dadata dagster dailyco danal dareboost darksky dashscope databox databricks datadog datadome datafast datagov dataiku datastax daytona
	debounce deel deepai deepgram deepinfra deepl deepseek dehashed delighted deno deribit descope detectify detectlanguage devcycle dfuse dialpad diffbot
	dify diggernaut digitalocean dingtalk discogs discord disqus dlocal dnscheck dnsimple dockerhub docparser docraptor documo docusign dojah dokploy doku
	domaintools doordash doppler dotdigital doubao dovico dragonpay dreamhost dronahq droneci dropbox dropboxsign duckdns duffel duitku duosecurity duply
	durianpay dwolla dydx dynadot dynalist dynatrace dynu dyspatch eagleeyenetworks earthly easebuzz easyinsight easypaisa easypost easyship ebanx ebay
	ecostruxureit ecpay ecwid edamam edenai efibank eightbyeight eightxeight elastic elasticemail elevenlabs emailable emailjs emailoctopus emailrep
	enablex endorlabs envato eodhd epayco eppo equifax equinix equinixmetal eraser esendex eskiz esputnik etherscan ethplorer etsy eventbrite everhour
	exaai exchangerate exchangerateapi exchangerates exchangeratesapi exmo exoscale exotel expedia expensify experian exportsdk expresspay extractorapi
	facebook faceit faceplusplus falai faspay fast2sms fastforex fastly fastmail fastspring fauna fawry fedex feedier feishu fetchrss fibery fidelity
	figma filebase filestack finage financialmodelingprep findl findymail finicity finnhub fintoc finverse firebase firecrawl firehydrant fireworksai
	fitbit fivem fivetran fixerio flagsmith flatio fleetbase flexport flickr flightapi flightlabs flightstats flodesk flowise fluidstack flutterflow
	flutterwave flyio fmfw fofa forgejo forgerock formbucket formcraft formio formspree forwardemail foursquare foxbit frameio freecurrencyapi freemius
	freepik freesound freshbooks freshchat freshdesk freshping freshworks friendli frollo frontegg fulcrum fullhunt fullstory fusionauth fxmarket gabia
	gandi gateio gatewayapi gbprimepay gcash gcore gcpapplicationdefaultcredentials geckoboard geidea gemini gengo geoapify geocodify geocodio geoipifi
	gerencianet getblock getemail getgeo getgist getresponse getsandbox getstream gigachat giphy gitea gitguardian github gitlab gitpod gitter gladia
	glassnode gmocoin gocanvas gocardless gocd godaddy goodday googlegemini googlemaps gopax gopay gorgias gotify grafana graphcms graphhopper greenhouse
	greptile greynoise gridscale groovehq groq groundcover growthbook grubhub gtmetrix gumloop gumroad gupshup gusto gyazo habitica hackerone hailuo hanko
	happyscribe harnessio hashicorpvault hasura haveibeenpwned hcaptcha hcloud helicone hellosign helpcrunch helpscout heremaps heroku hetzner
	hetznercloud heygen heymarket hibp hightouch hitbtc hitpay hiveage holidayapi homeassistant honeybadger honeycomb hookdeck hostinger hotjar html2pdf
	huawei huaweicloud hubspot hubstaff hubtel huggingface humanloop humeai hunterapi hunterio hunyuan huobi hybiscus hybridanalysis hyperbrowser hyperdx
	hyperliquid hyperpay hyperping hyperstack hypertrack hypertune iamport ibkr ibmcloud icinga iconfinder icypeas ideogram iexapis iexcloud iflytek
	iframely ifttt igdb ikhokha iletimerkezi imagekit imagga imdb imgbb imgix imgur imperva incidentio indodax inferless influxdb infobip infomaniak
	infomaniakapi infracost infura inicis inngest insightly instabot instabug instagram instamojo instana instatus intelx interakt intercom interseller
	interswitch intigriti intrinio invoiceocean ionic ionoscloud ip2location ipapi ipaymu ipdata ipgeolocation ipinfo ipinfodb iplocate ipquality
	ipregistry ipstack iterable iugu iyzico izipay jamendo jawg jazzcash jdcloud jfrog jinaai jira jivosite joesandbox jotform judgeme jumio jumpcloud
	jupiterone juro juspay justcall kagi kakao kakaocloud kaleyra kamatera kanbantool karix karmacrm kasada kashier kayak keap keenio keycdn keycloak
	keygen keywordsai khipu kickbox kimi kinde kingsoft kinsta kissmetrics klarna klavis klaviyo klingai klipfolio knapsackpro komoju kontent kopokopo
	korapay korbit koyeb kraken krutrim ksyun kucoin kushki kylas labelbox lacework lagoapi lambdacloud lambdalabs lambdatest lancedb langchain langflow
	langfuse langsmith langtrace languagelayer langwatch lark larksuite lastfm launchable launchdarkly lbank leadconnector leadfeeder leakcheck leakix
	leapcell leaseweb lemlist lemonsqueezy lendflow leonardoai lessannoyingcrm letta lexigram librato licensespring lightstep linear linenotify linepay
	lingyiwanwu linkedin linkmobility linkpreview linkup linode listmonk lithic liveagent liveblocks livechat livekit livestorm llamaindex loadmill
	localytics locationiq logdna logfire loggly logicmonitor loginradius logrocket logto logzio lokalise looker loqate losant loyverse lumaai lumigo
	lunary lunchmoney luno lusha madkudu magento magicbell mailbluster mailboxlayer mailboxvalidator mailchimp mailcoach mailcow mailerlite maileroo
	mailersend mailgun mailjet mailjetbasicauth mailjetsms mailmodo mailpace mailpit mailsac mailtrap malwarebazaar mandrill mapbox mapillary mapmyindia
	mappls mapquest maptiler marketdata marketo marketstack marqeta massedcompute matomo mattermost mautic mavenlink maxcdn maxmind maxmindlicense maytapi
	meaningcloud mediastack meilisearch meistertask mem0 meraki mercadobitcoin mercadopago meshy mesibo messagebird messari messente metabase metamap
	meteomatics metrilo mexc microsoft midtrans mindmeister minimax minio mintlify miro mistral mistralai mixcloud mixedbread mixmax mixpanel mlflow
	mobizon mockaroo modelscope moderntreasury modrinth moengage mollie mongodb monkeylearn monnify monobank moonclerk moonshot moonshotai moosend moralis
	motherduck moyasar mparticle mpesa mrticktock msegat msg91 mural murf musixmatch mutlucell mxtech myfatoorah myfreshworks myintervals nagad nagios
	namecheap namesilo nango nansen nasa nasdaq nasdaqdatalink naver naverworks ncloud nebius nessus netatmo netbird netcash netcore netdata netgsm
	nethunt netlas netlify netsuite neutrino newebpay newrelic newsapi newscatcher newsdata nexmo nextsms nexusmods nftport nftstorage ngrok nhncloud
	nicepay nicereply nifcloud nightfall niubiz noaa nocodb nomba nomic nordigen northflank notion novadax novita novu nozbeteams nuget numverify
	nutritionix nvapi nvidia nylas nytimes oanda octoparse octopusdeploy odoo okta olamaps olark ollama omdb omise omnisend onedesk onelogin onepagecrm
	onepassword onesignal onfido onfleet onshape onyphe oopspam openai openaq opencage opencagedata opencorporates opendota openexchangerates openobserve
	openpay openphone openpix openproject openrouter openrouteservice opensea openshift openstack opentok openuv openvpn openweather openweathermap
	opsgenie optimizely orbbilling orcasecurity oura overloop ovhcloud owlbot oxapay oxylabs oyindonesia ozow packagecloud packagist pagarme pagbank
	pagerduty pagseguro palmpay pandadoc pandascore paperform paperspace papertrail paradex paralleldots parasail parasut pardot paribu parsehub parseur
	partnerstack pastebin patreon paydirt paydirtapp payfast payfort paygate payhere payjp paymaya paymo paymob paymongo payoo payos paypal paypay
	payphone paypro paysafe paystack paytabs paytm payu payvalida pdflayer pdfshift peachpayments pendo peopledatalabs pepipost percy perimeterx
	perplexity pesapal pexels pganalyzeread phemex phonepe photoroom picpay pikalabs pinata pinecone pingdom pingidentity pinterest pipedream pipedrive
	pipefy pirsch pivotaltracker pixabay placetopay plaid planetscale planetscaledb planviewleankit planyo platformsh plausible playht plivo plunk
	pocketbase podio pollsapi poloniex polygonio popbill porkbun portainer portkey portone positionstack postageapp postbacks postgrid posthog postman
	postmark powrbot ppio predibase prefect prembly printful printify printnode prismacloud prismic privateai probit prodpad productboard projectdiscovery
	promptlayer propelauth prospectcrm protocolsio proxmox proxycrawl pterodactyl pubnub pulumi purelymail purestake pushbullet pushcut pusher pushover
	pushwoosh pyowm pypi qase qcloud qdrant qingcloud qiniu qonto qstash qualaroo qualys quandl quay qubole questdb quickbooks quicknode quicksight qwen
	rackspace railway railwayapp rancher rapid7 rapidapi rawg raycast raygun razorpay rdstation reachmail readme reallysimplesystems rebrandly recaptcha
	rechargepayments recordedfuture recraft recurly redash reddit redhatpyxis regru relevanceai remita removebg rentman repairshopr replicate replyio
	requestfinance requesty resembleai resend respondio restpack retellai retool revai revampcrm revenuecat reviewsio revolut ringcentral ripio rippling
	riskified riskiq ritekit robinhood robinhoodcrypto roblox roboflow rocketchat rocketreach rockset rollbar rootly route4me routemobile rownd rubygems
	rudderstack runcloud runpod runrunit runscope runware runwayml sakuracloud saladcloud salesblink salescookie salesflare salesforce salesloft salesmate
	saltedge sambanova sanity santimpay sarvam satismeterproject satismeterwrite saucelabs sberbank scaleai scaleway scalingo scalr scalyr schematichq
	schwab scrapeowl scraperapi scraperbox scrapestack scrapfly scrapin scrapingant scrapingbee scrapingdog screenshotapi screenshotlayer screenshotone
	scrutinizerci searchapi seatgeek securitytrails segmind selcom selectel selectpdf selzy semaphoreci sematext semgrep semgrepapp sendbird sendcloud
	sendfox sendgrid sendinblue sendlayer sendowl sendpulse sensenova sentinelone sentry sepay serpapi serper serphouse serpstack servicenow setlistfm
	shazam sheety sherpadesk shipday shipengine shipmondo shippit shippo shiprocket shipstation shodan shopify shopware shotstack shurjopay shutterstock
	sidekiq signalwire signaturit signicat signnow signoz signupgenius sigopt siliconflow simfin simkl simplelogin simplesat simplynoted simvoly sinch
	sinchmessage sipgate sirv site24x7 siteleaf skrappio skybiometry skyscanner skywork slack slydepay smartproxy smartsheet smartsheets smartystreets
	smileid smithery smooch smsaero smsapi smsclub smscountry smsdev smsleopard smsmisr smsportal smsru smtp2go snapchat snapscan snipcart snowflake
	snowplow snusbase snyk socketdev socketlabs socure softlayer solapi solarwindsobservability solcast sonar sonarcloud sonarqube sonatype songkick
	soniox soundcloud sourcegraph spacelift sparkpost spectralops speechify speechmatics speechtext speechtextai spinnaker splitio splitwise splunk
	spoonacular sportmonks sportradar sportsmonk spotify spyonweb squadcast squadco squarespace squareup sslcommerz sslmate stabilityai stackblitz
	stackhawk stackpath stadiamaps statsig statuscake statuspage statuspal steam steamgriddb stepfun stepzen stigg stitchdata stockdata storecove storj
	stormboard stormglass storyblok strava streamlabs stripe stripo stytch substack sugester sumo sumologic sumsub sunoai supabase supermemory supernotes
	supertokens surrealdb surveyanyplace surveybot surveymonkey surveysparrow survicate sveve svix swiftype syncfusion synthesia synthflow sysdig tabnine
	tailscale talkdesk talkjs tallyfy tamara tappay taqnyat tatumio tavily tavus tawk taxjar teamcity teamgate teamwork teamworkcrm teamworkdesk
	teamworkspaces technicalanalysis tefter telebirr telegram telesign teletype tellerio telnyx telr tenable tenableio tencent tencentcloud tenderly tenor
	tensordock termii terraform testingbot textlocal textmagic thawani thegraph thehive theoddsapi thingsboard thingspeak thirdweb thousandeyes threatfox
	thunderforest thundra tianditu ticketmaster tickettailor tidio tiingo tiktok timecamp timeweb timezoneapi tines tinify tink tinkoff tinypng tmdb
	tmetric todoist togetherai toggl toggltrack tokeet tokocrypto tomorrowio tomtom tosspayments totalvoice traccar trackergg trackjs tradier tradingview
	trakt transbank transferwise transifex transip transloadit travelpayouts travelport travis travisci trefle trello trengo tripadvisor tripay trivy
	truelayer truenas truework trufflehogenterprise trulioo truora trustpilot tumblr turbopuffer turbosms turbosmtp turnstile turso tvdb tvmaze twelvedata
	twelvelabs twilio twingate twitch twitter twocaptcha tyntec typeform typesense typetalk typingdna ubidots ubisoft uclassify ucloud ultralytics
	ultramsg unifonic unifyid unionpay unleash unrealspeech unsplash unstructured untappd upbit upcdatabase upcloud uplead uploadcare uploadthing upstage
	upstash upstox uptimerobot uptrace upwave urlbox urlhaus urlscan usaepay userflow userfront usermaven userstack uservoice usps vagrantcloud valr vapi
	vastai vatlayer vbout vectara vellum veracode vercel verifalia veriff verimail verimor veriphone versioneye viber victorops vidyard viewneo vimeo
	vindi virustotal visualcrossing vkcloud vnpay voiceflow voicegain volcengine vonage voodoosms vouchery voximplant voyageai vpnapi vtex vultr vworld
	wakatime walkscore walletconnect wandb wappalyzer waqi wasabi wassenger wati wavespeed wazirx weatherapi weatherbit weatherlink weatherstack weaviate
	web3storage webengage webex webflow webpay webpurify webscraper webscraping websitepulse wechat wechatpay wecom weex weightsandbiases wepay whapi
	what3words whereby whitebit whitesource whoisxml whoisxmlapi whoop whoxy winsms wistia withings wizio wolfram wolframalpha wompi woocommerce
	woodpeckerci wordpress workday workos worksnaps worldcoinindex worldweather wpengine wrike writesonic wunderground xata xendit xero xfyun xignite
	xmatters yandex yandexcloud yapily yelp yext ynab yoco yodlee yookassa yotpo youneedabudget yousign youtube youverify yubico zaakpay zabbix zadarma
	zalo zalopay zapi zapier zapsign zeabur zebpay zendesk zenkit zenrows zenscrape zenserp zenvia zeplin zeptomail zerobounce zerodha zerossl zerotier
	zhipu zhipuai zilliz zipbooks zipcode zipcodeapi zipcodebase zitadel zoho zohocrm zonka zonkafeedback zoom zoomeye zoominfo zscaler zulipchat zuora
	zyte`)

// codeHosts are those among them that give names of commits and images.
var codeHosts = newWords(`github gitlab gitea bitbucket docker dockerhub quay pypi nuget rubygems crates packagecloud cloudsmith artifactory jfrog sourcegraph
	travis travisci circleci buildkite jenkins codecov coveralls sentry bugsnag rollbar datadog newrelic honeycomb snyk
	activepieces authelia authentik caprover chromadb cirrusci clearml coolify dokploy flowise hyperdx icinga lancedb langflow listmonk logto mautic mlflow
	modrinth nagios openobserve openstack pterodactyl trivy ultralytics uptrace woodpeckerci zabbix zilliz`)

// vendorNamed reports whether a vendor is named in t[l:r], a name, or in the words in
// front of it: "newsapi key".
func (s *scan) vendorNamed(l, r int) bool {
	const before, longest = 24, 24
	t := s.text
	from := l
	for from > 0 && l-from < before && (isNameByte(t[from-1]) || t[from-1] == ' ') {
		from--
	}
	var low [longest]byte
	n := 0
	for i := from; i <= r; i++ {
		if ends := i == r || !isAlnum(t[i]) || i > from && isUpper(t[i]) && t[i-1]-'a' < 26; ends && n > 0 {
			if isVendor(low[:n]) {
				return true
			}
			n = 0
		}
		if i < r && isAlnum(t[i]) && n < longest {
			low[n] = lower(t[i])
			n++
		}
	}
	return false
}

// keyLike reports whether a value may be a key that a vendor's name announces: one that
// was made up as well as one that was drawn, but no name, no address and no filler. What
// begins as a format does has been judged by it.
func keyLike(b []byte) bool {
	if isUUID(b) {
		return shapeOf(b).distinct > 4 // the zeros of a manual have two
	}
	if len(b) < shortestKey {
		return false // as most words behind a name are
	}
	sh := shapeOf(b)
	return sh.longest >= shortestKey && sh.digits > 1 && sh.lower+sh.upper > 1 && sh.distinct > 5 && sh.other == 0 &&
		!reference(b) && plain(b, false) && !filled(b) && !oneRun(b) && !formatStarts()[string(b[:formatStart])]
}

// oneRun reports whether half of a value or more is one byte again and again, as a manual fills
// in a key.
func oneRun(v []byte) bool {
	run, most := 1, 1
	for i := 1; i < len(v); i++ {
		if run++; v[i] != v[i-1] {
			run = 1
		}
		most = max(most, run)
	}
	return most*2 >= len(v)
}

// numberKey reports whether a value is a number as some vendors draw them for a key or for whom
// it lets in: too long for a count or a time, and no filler.
func numberKey(b []byte) bool {
	const least, most = 15, 20
	return len(b) >= least && len(b) <= most && digitsOnly(b) && shapeOf(b).distinct > 4 && !bytes.Contains(b, []byte("123456")) && !bytes.Contains(b, []byte("0000"))
}

const shortestKey = 16

// isVendor reports whether a word in lower case is one, with a number behind it or not.
func isVendor(word []byte) bool {
	const shortest = 4
	n := len(word)
	if n < shortest {
		switch string(word) {
		case "fal", "ibm", "mux", "okx", "ovh", "xai":
			return true
		}
		return false
	}
	if vendorNames[string(word)] {
		return true
	}
	n = numberless(word, 0, n, shortest)
	return n < len(word) && vendorNames[string(word[:n])]
}
