package injection

var worldRules = []rule{}
