"""Files and links of other programs: L'Escalier, KeepWiz, Crew Ledger."""
