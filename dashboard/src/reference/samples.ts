// Quick starts: a short complete program per language, with the address of this server filled in. Each reads the key
// from the environment (spreadsheets: from their secret store), searches, and shows the error message of the server if
// the call fails. test/quick-starts.test.ts runs them.
import { QUICK_START_TEXTS } from '../texts/reference-texts.ts';

export interface Sample {
  readonly key: string;
  readonly title: string;
  /** Instructions. */
  readonly steps: string;
  /** The program for a server at this address, which has no trailing slash. */
  readonly text: (base: string) => string;
}

const curl = (base: string) => `export CARDFILE_KEY=cf_live_…

# The state of the key
curl -s ${base}/v2/account/key-info -H "x-api-key: $CARDFILE_KEY"

# Five sales leaders in Germany and France
curl -s ${base}/v2/search/people \\
  -H "x-api-key: $CARDFILE_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"people":{"job_title":{"include":["Sales"]},"job_level":["C-Team","VP","Director"],"country_code":["DE","FR"]},"max_results":5}'
`;

const typescript = (base: string) => `const BASE = '${base}';
const KEY = process.env.CARDFILE_KEY ?? '';

interface Page {
  results: { full_name: string; job_title: string | null; company?: { name: string } | null }[];
  cursor: string | null;
}

async function searchPeople(body: object): Promise<Page> {
  const response = await fetch(\`\${BASE}/v2/search/people\`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after') ?? '1');
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return searchPeople(body);
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${answer.error.code}: \${answer.error.message}\`);
  return answer;
}

// Two pages of five records.
let cursor: string | null = null;
for (let page = 1; page <= 2; page += 1) {
  const answer: Page = await searchPeople({ people: { job_level: ['C-Team', 'VP'] }, max_results: 5, cursor });
  for (const person of answer.results) console.log(\`\${person.full_name}, \${person.job_title}\`);
  cursor = answer.cursor;
  if (cursor === null) break;
}
`;

const python = (base: string) => `import json
import os
import time
import urllib.error
import urllib.request

BASE = "${base}"
KEY = os.environ["CARDFILE_KEY"]


def search_people(body):
    request = urllib.request.Request(
        BASE + "/v2/search/people",
        data=json.dumps(body).encode(),
        headers={"x-api-key": KEY, "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 429:
            time.sleep(int(error.headers.get("retry-after", "1")))
            return search_people(body)
        detail = json.load(error)["error"]
        raise SystemExit(f"{detail['code']}: {detail['message']}") from None


# Two pages of five.
cursor = None
for _ in range(2):
    answer = search_people({"people": {"job_level": ["C-Team", "VP"]}, "max_results": 5, "cursor": cursor})
    for person in answer["results"]:
        print(f"{person['full_name']}, {person['job_title']}")
    cursor = answer["cursor"]
    if cursor is None:
        break
`;

const go = (base: string) => `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
)

const base = "${base}"

type page struct {
	Results []struct {
		FullName string  \`json:"full_name"\`
		JobTitle *string \`json:"job_title"\`
	} \`json:"results"\`
	Cursor *string \`json:"cursor"\`
	Error  *struct {
		Code    string \`json:"code"\`
		Message string \`json:"message"\`
	} \`json:"error"\`
}

func searchPeople(body map[string]any) (*page, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest("POST", base+"/v2/search/people", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("x-api-key", os.Getenv("CARDFILE_KEY"))
	request.Header.Set("content-type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var answer page
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		return nil, fmt.Errorf("%s: %s", answer.Error.Code, answer.Error.Message)
	}
	return &answer, nil
}

func main() {
	answer, err := searchPeople(map[string]any{
		"people":      map[string]any{"job_level": []string{"C-Team", "VP"}},
		"max_results": 5,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, person := range answer.Results {
		title := ""
		if person.JobTitle != nil {
			title = *person.JobTitle
		}
		fmt.Println(person.FullName + ", " + title)
	}
}
`;

const sheets = (base: string) => `/**
 * Company profile of a domain: =CARDFILE_COMPANY(A2) fills name, industry and country. Two calls a known domain.
 * Store the key under Project Settings > Script Properties as CARDFILE_KEY.
 * @customfunction
 */
function CARDFILE_COMPANY(domain) {
  if (!domain) return '';
  const found = cardfile('/v2/enrichment/domain-to-network', { domain: String(domain) });
  if (!found) return [['not found', '', '']];
  const { company } = cardfile('/v2/enrichment/company', { company_network_url: found.company_network_url });
  const country = company.hq ? company.hq.country_code : '';
  return [[company.name, company.industry || '', country || '']];
}

function cardfile(path, body) {
  const response = UrlFetchApp.fetch('${base}' + path, {
    method: 'post',
    contentType: 'application/json',
    headers: { 'x-api-key': PropertiesService.getScriptProperties().getProperty('CARDFILE_KEY') },
    payload: JSON.stringify(body),
    muteHttpExceptions: true,
  });
  const answer = JSON.parse(response.getContentText());
  if (response.getResponseCode() === 404) return null;
  if (response.getResponseCode() !== 200) throw new Error(answer.error.message);
  return answer;
}
`;

const excel = (base: string) => `// Name a cell CARDFILE_KEY and put the key into it; keep the workbook to yourself.
let
    Key = Excel.CurrentWorkbook(){[Name = "CARDFILE_KEY"]}[Content]{0}[Column1],
    Body = Json.FromValue([company = [country_code = {"DE", "FR"}], max_results = 100]),
    Answer = Json.Document(
        Web.Contents(
            "${base}",
            [
                RelativePath = "v2/search/companies",
                Headers = [#"x-api-key" = Key, #"Content-Type" = "application/json"],
                Content = Body
            ]
        )
    ),
    Rows = Table.FromRecords(Answer[results], {"name", "industry", "domain", "employee_count"}, MissingField.UseNull)
in
    Rows
`;

/** In the order of the tabs. */
export const SAMPLES: readonly Sample[] = [
  { key: 'curl', ...QUICK_START_TEXTS.curl, text: curl },
  { key: 'typescript', ...QUICK_START_TEXTS.typescript, text: typescript },
  { key: 'python', ...QUICK_START_TEXTS.python, text: python },
  { key: 'go', ...QUICK_START_TEXTS.go, text: go },
  { key: 'sheets', ...QUICK_START_TEXTS.sheets, text: sheets },
  { key: 'excel', ...QUICK_START_TEXTS.excel, text: excel },
];
