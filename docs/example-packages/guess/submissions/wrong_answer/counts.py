number = 1
print(number, flush=True)
while input() != "=":
    number += 1
    print(number, flush=True)
