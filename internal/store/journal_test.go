package store

import "time"

var start = time.Date(2026, 2, 21, 18, 0, 0, 0, time.UTC)
