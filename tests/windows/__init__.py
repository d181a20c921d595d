"""The program on a Windows Python under Wine."""
