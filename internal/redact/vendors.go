package redact

import (
	"bytes"
	"sync"
)

// vendorNames are services whose keys are drawn: STRIPE_KEY and mailgunKey are secrets
// as API_KEY is, and a key of hexadecimal digits is no digest if one of them owns it.
// Names that are words of programs (line, box, column) are left out.
var vendorNames = newWords(`100ms ably abuseipdb abyssale accuweather activecampaign adafruit adafruitio adobe adobeio adyen adzuna aeris aeroworkflow affinda africastalking
	aftership agora ahrefs ai21 aimlapi airbnb airbrake airbyte aircall airship airtable airvisual aiven akamai akeyless alchemy alconost aletheia algolia
	alibaba alibabacloud alienvault alipay allsports alpaca alphavantage amadeus amazonses ambee amocrm amplitude ankr anthropic anymail anypoint anyscale
	apacta api2cart apideck apiflash apifonica apify apilayer apimatic apimetrics apitemplate appcenter appcues appdynamics appetize appfollow applitools
	applovin appointedd appoptics appsflyer appsynergy apptivo appveyor appwrite arcgis arcjet argocd arize arkose artifactory asaas asana assemblyai
	atera atlassian attio audd auth0 auth0management authing authress autodesk autoklose autopilot autotask avalara avaza aviationstack aweber axonaut
	aylien ayrshare azure backblaze backendless baichuan baidu bamboohr bannerbear barchart barcodelookup baremetrics basecamp baseten basistheory
	battlenet bazaarvoice beamer beebole beehiiv beeminder benzinga besnappy besttime betterstack betteruptime biconomy bigcommerce billomat billplz
	binance bingmaps birdeye bitbar bitbucket bitcoinaverage bitfinex bitget bitly bitrise bitrix24 bitstamp bittrex blazemeter blit blockdaemon
	blocknative blynk bokun boldsign bombbomb boostnote borgbase botpress braintree braintrust brandfetch braze brevo brex brightcove brightdata
	browserbase browserless browserling browserstack browshot bscscan buddyns budibase bugcrowd bugherd bugsnag buildbuddy buildkite bulbul bulksms bungie
	bunnycdn bunnynet buttercms bybit caflou calcom calendarific calendly calorieninja campayn cannyio canva capsulecrm captaindata carboninterface
	cartesia casdoor cashfree ccavenue cdn77 censys centralstationcrm cerebras cexio chainstack chargebee chartmogul chatfule chatwoot checio checkly
	checklyhq checkmarx checkvist chromatic cicero circleci clarifai clearbit clearout clevertap clickatell clickhelp clickhouse clicksendsms clickup
	cliengo climacell clinchpad cliniko clockify clockworksms clojars closecrm cloudamqp cloudconvert cloudelements cloudflare cloudflareca cloudimage
	cloudinary cloudmersive cloudplan cloudsight cloudsmith cloudways cloverly clustdoc cockroachdb codacy codat codeclimate codecov codefresh codemagic
	codequiry codesandbox codescene cognito cohere coinapi coinbase coingecko coinlayer coinlib coinmarketcap commercejs commercetools companyhub conekta
	configcat confluent constantcontact contentful conversiontools convertapi convertio convertkit convier copyleaks coralogix coresignal coreweave
	couchbase countly countrylayer covalent coveralls craftmypdf cronitor crowdin crowdstrike crunchbase cryptocom cryptocompare culqi currencycloud
	currencyfreaks currencylayer currencyscoop currentsapi customerguru customerio cybersource cypress d7network dadata dagster dailyco dareboost darksky
	dashscope databox databricks datadog datadome datagov dataiku datastax debounce deel deepai deepgram deepinfra deepseek dehashed delighted deno
	deribit descope detectify detectlanguage dfuse dialpad diffbot diggernaut digitalocean dingtalk discord disqus dnscheck dnsimple dockerhub docparser
	docraptor documo docusign doordash doppler dotdigital doubao dovico dronahq droneci dropbox dropboxsign duckdns duffel duply dwolla dynadot dynalist
	dynatrace dynu dyspatch eagleeyenetworks earthly easyinsight easypost easyship ebay ecostruxureit ecwid edamam edenai eightbyeight eightxeight elastic
	elasticemail elevenlabs emailable emailjs emailoctopus enablex endorlabs envato eodhd epayco equinix eraser esendex etherscan ethplorer etsy
	eventbrite everhour exchangerate exchangerateapi exchangerates exchangeratesapi exoscale exotel expedia expensify exportsdk extractorapi facebook
	faceplusplus falai fastforex fastly fauna fedex feedier feishu fetchrss fibery fidelity figma filebase filestack finage financialmodelingprep findl
	findymail finicity finnhub firebase firecrawl firehydrant fireworksai fitbit fivetran fixerio flagsmith flatio fleetbase flexport flickr flightapi
	flightlabs flightstats flutterflow flutterwave flyio fmfw forgejo formbucket formcraft formio formspree foursquare frameio freecurrencyapi freemius
	freepik freesound freshbooks freshchat freshdesk freshworks friendli frontegg fulcrum fullstory fusionauth fxmarket gandi gateio gcore
	gcpapplicationdefaultcredentials geckoboard gemini gengo geoapify geocodify geocodio geoipifi getblock getgeo getgist getresponse getsandbox getstream
	gigachat giphy gitea gitguardian github gitlab gitpod gitter gladia glassnode gocanvas gocardless gocd godaddy goodday googlegemini googlemaps gopay
	gorgias gotify grafana graphcms graphhopper greenhouse greynoise groovehq groq growthbook grubhub gtmetrix gumroad gupshup gusto gyazo habitica
	hackerone happyscribe harnessio hashicorpvault hasura haveibeenpwned hcaptcha helicone hellosign helpcrunch helpscout heroku hetzner heygen heymarket
	hightouch hiveage holidayapi homeassistant honeybadger honeycomb hookdeck hotjar html2pdf huawei huaweicloud hubspot hubstaff huggingface humeai
	hunterio hunyuan huobi hybiscus hypertrack ibkr ibmcloud iconfinder icypeas ideogram iexapis iexcloud iframely ifttt imagekit imagga imdb imgbb imgix
	imgur imperva incidentio influxdb infobip infracost infura inngest insightly instabot instabug instagram instamojo instana instatus intelx intercom
	interseller intigriti intrinio invoiceocean ionic ip2location ipapi ipdata ipgeolocation ipinfo ipinfodb iplocate ipquality ipregistry ipstack
	iterable iugu iyzico jdcloud jfrog jinaai jira jotform judgeme jumpcloud jupiterone juro justcall kagi kakao kaleyra kanbantool karmacrm kasada kayak
	keap keenio keycdn keycloak kickbox kimi kinde kinsta kissmetrics klarna klaviyo klipfolio knapsackpro kontent kopokopo kraken krutrim ksyun kucoin
	kylas lacework lambdalabs lambdatest langchain langfuse langsmith languagelayer lark larksuite lastfm launchable launchdarkly leadconnector leadfeeder
	lemlist lemonsqueezy lendflow lessannoyingcrm lexigram lightstep linear linenotify linkedin linkpreview linode lithic liveagent liveblocks livekit
	livestorm llamaindex loadmill localytics locationiq logdna logfire loggly logicmonitor loginradius logrocket logto logzio lokalise looker losant
	loyverse lumaai lunchmoney lusha madkudu magento magicbell mailbluster mailboxlayer mailboxvalidator mailchimp mailcoach mailerlite maileroo
	mailersend mailgun mailjet mailjetbasicauth mailjetsms mailmodo mailpit mailsac mailtrap mandrill mapbox mapillary mapquest maptiler marketdata
	marketo marketstack marqeta matomo mattermost mavenlink maxcdn maxmind maxmindlicense meaningcloud mediastack meilisearch meistertask mem0 meraki
	mercadopago meshy mesibo messagebird messari messente metabase meteomatics metrilo mexc microsoft midtrans mindmeister minimax minio mintlify miro
	mistral mixcloud mixmax mixpanel mockaroo modelscope moderntreasury mollie mongodb monkeylearn monobank moonclerk moonshot moosend moralis motherduck
	moyasar mparticle mrticktock msg91 mural murf myfreshworks myintervals namecheap namesilo nango nansen nasa nasdaq nasdaqdatalink naver netatmo
	netbird netcore nethunt netlify netsuite neutrino newrelic newsapi newscatcher newsdata nexmo nftport nftstorage ngrok nicereply nightfall noaa nocodb
	nomic notion novita novu nozbeteams nuget numverify nutritionix nvapi nvidia nylas nytimes oanda octoparse octopusdeploy odoo okta ollama omdb omise
	omnisend onedesk onelogin onepagecrm onepassword onesignal onfido onfleet onshape oopspam openai openaq opencage opencagedata openexchangerates
	openphone openproject openrouter openrouteservice opensea openshift opentok openuv openvpn openweather openweathermap opsgenie optimizely oura
	ovhcloud owlbot oxapay oxylabs packagecloud packagist pagarme pagerduty pagseguro pandadoc pandascore paperform papertrail paralleldots parasut pardot
	parsehub parseur partnerstack pastebin patreon paydirt payfast payhere paymo paymongo paypal paypro paysafe paystack paytabs paytm payu pdflayer
	pdfshift pendo peopledatalabs pepipost percy perimeterx perplexity pesapal pexels pganalyzeread phonepe photoroom pinata pinecone pingdom pinterest
	pipedream pipedrive pipefy pirsch pivotaltracker pixabay plaid planetscale planetscaledb planviewleankit planyo plausible playht plivo plunk
	pocketbase podio pollsapi poloniex polygonio popbill porkbun portainer portkey positionstack postageapp postbacks postgrid posthog postman postmark
	powrbot predibase prefect printful printify printnode prismic privateai prodpad productboard propelauth prospectcrm protocolsio proxmox proxycrawl
	pubnub pulumi purestake pushbullet pushcut pusher pushover pushwoosh pypi qase qdrant qiniu qonto qstash qualaroo qualys quandl quay qubole questdb
	quickbooks quicknode quicksight qwen railway rancher rapid7 rapidapi rawg raycast razorpay rdstation reachmail readme reallysimplesystems rebrandly
	recaptcha rechargepayments recraft recurly redash reddit redhatpyxis removebg rentman repairshopr replicate replyio requestfinance resend restpack
	retool revampcrm revenuecat reviewsio revolut ringcentral rippling riskified ritekit robinhood robinhoodcrypto roblox rocketreach rockset rollbar
	rootly route4me rownd rubygems rudderstack runpod runrunit runscope runwayml saladcloud salesblink salescookie salesflare salesforce salesloft
	salesmate sambanova sanity sarvam satismeterproject satismeterwrite saucelabs sberbank scaleway scalr scalyr schwab scrapeowl scraperapi scraperbox
	scrapestack scrapfly scrapin scrapingant scrapingbee scrapingdog screenshotapi screenshotlayer screenshotone scrutinizerci searchapi seatgeek
	securitytrails segmind selectel selectpdf selzy semaphoreci semgrep sendbird sendcloud sendfox sendgrid sendinblue sendowl sendpulse sentinelone
	sentry serpapi serper serphouse serpstack servicenow setlistfm sheety sherpadesk shipday shipengine shipmondo shippit shippo shiprocket shipstation
	shodan shopify shopware shotstack shutterstock sidekiq signalwire signaturit signnow signoz signupgenius sigopt siliconflow simfin simkl simplesat
	simplynoted simvoly sinch sinchmessage sipgate sirv siteleaf skrappio skybiometry skyscanner slack smartproxy smartsheet smartsheets smartystreets
	smooch smsaero smsapi smsru smtp2go snapchat snipcart snowflake snowplow snyk socketlabs softlayer solarwindsobservability solcast sonar sonarcloud
	sonarqube sonatype songkick soundcloud sourcegraph spacelift sparkpost spectralops speechmatics speechtextai spinnaker splitwise splunk spoonacular
	sportmonks sportradar sportsmonk spotify squadcast squarespace squareup sslmate stackblitz stackhawk stackpath stadiamaps statsig statuscake
	statuspage statuspal steam steamgriddb stepfun stepzen stitchdata stockdata storecove storj stormboard stormglass storyblok strava streamlabs stripe
	stripo stytch substack sugester sumo sumologic sumsub supabase supernotes supertokens surrealdb surveyanyplace surveybot surveymonkey surveysparrow
	survicate svix swiftype syncfusion synthesia tabnine tailscale talkdesk talkjs tallyfy tatumio tavily tawk taxjar teamcity teamgate teamwork
	teamworkcrm teamworkdesk teamworkspaces technicalanalysis tefter telebirr telegram telesign teletype telnyx tenable tencent tencentcloud tenderly
	terraform testingbot textlocal textmagic thegraph theoddsapi thingsboard thingspeak thirdweb thousandeyes ticketmaster tickettailor tiingo tiktok
	timecamp timezoneapi tines tinify tinkoff tinypng tmdb tmetric todoist toggl toggltrack tokeet tomorrowio tomtom tosspayments traccar tradier
	tradingview trakt transferwise transifex transloadit travelpayouts travelport travis travisci trefle trello tripadvisor truelayer truenas truework
	trufflehogenterprise trustpilot tumblr turnstile turso tvdb twelvedata twelvelabs twilio twingate twitch twitter twocaptcha tyntec typeform typesense
	typetalk typingdna ubidots ubisoft uclassify unifyid unleash unsplash unstructured untappd upcdatabase upcloud uplead uploadcare uploadthing upstash
	upstox uptimerobot upwave urlbox urlscan usaepay userflow userfront userstack uservoice usps vagrantcloud vapi vastai vatlayer vbout vectara vellum
	veracode vercel verifalia verimail veriphone versioneye viber victorops vidyard viewneo vimeo virustotal visualcrossing voiceflow voicegain volcengine
	vonage voodoosms vouchery voximplant voyageai vpnapi vtex vultr wakatime walkscore walletconnect wandb wappalyzer waqi wasabi wati weatherapi
	weatherbit weatherlink weatherstack weaviate web3storage webex webflow webpurify webscraper webscraping websitepulse wechat wecom weightsandbiases
	wepay whapi whereby whitesource whoop whoxy wistia withings wolfram wolframalpha wompi woocommerce wordpress workday workos worksnaps worldcoinindex
	worldweather wpengine wrike writesonic wunderground xata xendit xero xfyun xignite xmatters yandex yandexcloud yelp yext ynab yoco yodlee yookassa
	yotpo youneedabudget yousign youtube yubico zadarma zapier zapsign zendesk zenkit zenrows zenscrape zenserp zenvia zeplin zerobounce zerodha zerossl
	zerotier zhipu zipbooks zipcode zipcodeapi zipcodebase zitadel zoho zohocrm zonkafeedback zoom zoominfo zscaler zulipchat zuora zyte`)

// codeHosts are those among them that give names of commits and images.
var codeHosts = newWords(`github gitlab gitea bitbucket docker dockerhub quay pypi nuget rubygems crates packagecloud cloudsmith artifactory jfrog sourcegraph
	travis travisci circleci buildkite jenkins codecov coveralls sentry bugsnag rollbar datadog newrelic honeycomb snyk`)

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
		!reference(b) && plain(b, false) && !filled(b) && !formatStarts()[string(b[:formatStart])]
}

// numberKey reports whether a value is a number as some vendors draw them for a key or for whom
// it lets in: too long for a count or a time, and no filler.
func numberKey(b []byte) bool {
	const least, most = 15, 20
	return len(b) >= least && len(b) <= most && digitsOnly(b) && shapeOf(b).distinct > 4 && !bytes.Contains(b, []byte("123456")) && !bytes.Contains(b, []byte("0000"))
}

const (
	formatStart = 4
	shortestKey = 16
)

// formatStarts has the first bytes of all formats.
var formatStarts = sync.OnceValue(func() map[string]bool {
	starts := map[string]bool{}
	for i, p := range patterns() {
		if p.lead == 0 && len(p.literals[0]) >= formatStart && !formats[i].word {
			for _, l := range p.literals {
				starts[l[:formatStart]] = true
			}
		}
	}
	return starts
})

// isVendor reports whether a word in lower case is one, with a number behind it or not.
func isVendor(word []byte) bool {
	const shortest = 4
	n := len(word)
	if n < shortest {
		return false
	}
	if vendorNames[string(word)] {
		return true
	}
	n = numberless(word, 0, n, shortest)
	return n < len(word) && vendorNames[string(word[:n])]
}
